// The time zone of a new club: propose that of the browser.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
for (const select of document.querySelectorAll('select[data-browser="time-zone"]')) {
  const isOffered = [...select.options].some((option) => option.value === zone);
  if (!select.value && isOffered) select.value = zone;
}
