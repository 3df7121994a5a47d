// Full screen for the table, and a wake lock.
const button = document.getElementById("full");
if (document.fullscreenEnabled) {
  button.hidden = false;
  button.addEventListener("click", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen();
  });
}
async function stayAwake() {
  if (document.hidden || !navigator.wakeLock) return;
  await navigator.wakeLock.request("screen").catch(() => null);
}
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
