// Line plots, drawn from the numbers in the HTML tables beside them.

const SERIES = 8;
const DASHES = [[], [10, 5], [2, 4], [12, 4, 2, 4], [6, 3], [16, 6], [3, 3, 9, 3], [1, 6]];
const LABEL = 7.5; // width of a letter in a line's label, in pixels
const HALF_DATE = 36; // room right of the last point, under which its date is centered, in pixels
const language = document.documentElement.lang || "en";
const number = new Intl.NumberFormat(language);
const day = new Intl.DateTimeFormat(language, { day: "numeric", month: "short", timeZone: "UTC" });
const month = new Intl.DateTimeFormat(language, { month: "short", year: "numeric", timeZone: "UTC" });
const DAY = 24 * 3600;
const YEAR = 300 * DAY;
const WHOLE = [1, 2, 5, 10, 20, 50, 100]; // distances between the numbers of an axis without fractions

function color(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Return the days, names, values, uncertainties and texts of a table's first `drawn` columns, or of all columns. */
function read(table, drawn) {
  const names = [...table.tHead.rows[0].cells].slice(1, drawn && Number(drawn) + 1).map((cell) => cell.textContent);
  const rows = [...table.tBodies[0].rows];
  const days = rows.map((row) => row.querySelector("time")).map((time) => time && Date.parse(time.dateTime) / 1000);
  const values = (key) => names.map((_, column) => rows.map((row) => {
    const value = row.cells[column + 1].dataset[key];
    return value === undefined ? null : Number(value);
  }));
  const texts = rows.map((row) => {
    const cells = names.map((name, column) => [name, row.cells[column + 1].textContent.trim()]);
    return [row.cells[0].textContent.trim(), cells.filter((_, column) => row.cells[column + 1].dataset.value !== undefined)];
  });
  const bySession = "bySession" in table.closest("figure").dataset;
  // several sessions may be on one day; those without a date are drawn after what is before them, visibly at the end
  const known = days.filter((moment) => moment !== null);
  const gap = (known.at(-1) - known[0] || DAY) / 20;
  let before = (known[0] ?? 0) - gap;
  const at = rows.map((_, row) => {
    if (bySession) return row + 1;
    const next = days.slice(row).find((moment) => moment !== null);
    before = days[row] ?? (next === undefined ? before + gap : (before + next) / 2);
    return before;
  });
  return { names, days, at, bySession, values: values("value"), give: values("give"), texts };
}

/** Write the name of each line at its end, without overlaps. */
function nameLines(plot, names) {
  if (names.length < 2) return; // the title names a single line
  const { ctx, bbox } = plot;
  const scale = devicePixelRatio;
  const ends = names.map((name, line) => {
    const values = plot.data[line + 1];
    let last = values.length - 1;
    while (last >= 0 && values[last] === null) last -= 1;
    return { name, line, y: last < 0 ? null : plot.valToPos(values[last], "y", true) };
  }).filter(({ line, y }) => y !== null && plot.series[line + 1].show).sort((a, b) => a.y - b.y);
  const gap = 15 * scale;
  ends.forEach((end, place) => {
    if (place > 0) end.y = Math.max(end.y, ends[place - 1].y + gap);
  });
  let floor = bbox.top + bbox.height;
  for (const end of [...ends].reverse()) {
    end.y = Math.min(end.y, floor);
    floor = end.y - gap;
  }
  ctx.save();
  ctx.font = `600 ${12 * scale}px system-ui, sans-serif`;
  ctx.textBaseline = "middle";
  ctx.textAlign = "left";
  for (const { name, line, y } of ends) {
    ctx.fillStyle = color(`--series-${(line % SERIES) + 1}`);
    ctx.fillText(shortened(name), bbox.left + bbox.width + 6 * scale, y);
  }
  ctx.restore();
}

function shortened(name) {
  const letters = [...name];
  return letters.length > 12 ? `${letters.slice(0, 11).join("")}…` : name;
}

/** Return uPlot's options: lines by color and dash, and a band of uncertainty if only one line is shown. */
function settings(figure, data, width, alone) {
  const few = data.days.length <= 40;
  const lines = data.names.map((label, line) => ({
    label,
    stroke: color(`--series-${(line % SERIES) + 1}`),
    width: 2.5,
    dash: DASHES[line % SERIES],
    spanGaps: true,
    points: { show: few, size: 6 },
  }));
  const hasBand = hasUncertainty(data, alone);
  const edges = hasBand ? ["low", "high"].map((label) => ({ label, stroke: "transparent", points: { show: false }, spanGaps: true })) : [];
  const longest = Math.max(...data.names.map((name) => Math.min([...name].length, 12)));
  const low = data.names.length + 1; // the edges come after the lines
  const axis = { stroke: color("--soft"), grid: { stroke: color("--grid"), width: 1 }, ticks: { stroke: color("--grid"), width: 1 }, font: "12px system-ui, sans-serif" };
  const upside = "firstOnTop" in figure.dataset;
  return {
    width,
    height: Math.max(240, Math.min(400, Math.round(width * 0.55))),
    padding: [12, Math.max(HALF_DATE, data.names.length > 1 ? 12 + longest * LABEL : 0), 0, 0],
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, points: { size: 9 } },
    scales: { x: { time: !data.bySession }, y: upside ? { dir: -1, range: (_, low, high) => [Math.max(0.5, low - 0.5), high + 0.5] } : {} },
    axes: [
      { ...axis, space: 70, size: 34, incrs: data.bySession ? WHOLE : undefined, values: (_, splits) => splits.map((at) => dayText(data, at)) },
      { ...axis, size: 58, incrs: upside ? WHOLE : undefined, values: (_, splits) => splits.map((value) => number.format(value)) },
    ],
    series: [{}, ...lines, ...edges],
    bands: hasBand ? [{ series: [low + 1, low], fill: `${color(`--series-${(alone % SERIES) + 1}`)}2e` }] : [],
    hooks: { draw: [(plot) => nameLines(plot, data.names)] },
  };
}

/** Return the day at a point of the axis, which is a moment or the number of a session. */
function dayText(data, at) {
  const moment = data.bySession ? data.days[at - 1] : at;
  if (moment === undefined || moment === null) return "";
  const dated = data.days.filter((each) => each !== null);
  const span = dated.at(-1) - dated[0];
  return (span > YEAR ? month : day).format(new Date(moment * 1000));
}

function hasUncertainty(data, alone) {
  return alone !== null && data.give[alone].some((give) => give !== null);
}

/** Return uPlot's data: the lines, and the edges of the band if only one line is shown. */
function drawing(data, alone) {
  const values = [data.at, ...data.values];
  if (!hasUncertainty(data, alone)) return values;
  const edge = (sign) => data.values[alone].map((value, at) => (value === null || data.give[alone][at] === null ? null : value + sign * data.give[alone][at]));
  return [...values, edge(-1), edge(1)];
}

/** Return a list with a button for each line, with a sample of the line. */
function buttons(figure, data, toggle) {
  const list = document.createElement("ul");
  list.className = "lines";
  list.setAttribute("aria-label", figure.dataset.lines);
  data.names.forEach((name, line) => {
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("aria-pressed", "true");
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", "0 0 36 12");
    svg.setAttribute("aria-hidden", "true");
    const sample = document.createElementNS(svg.namespaceURI, "line");
    for (const [key, value] of Object.entries({ x1: 0, x2: 36, y1: 6, y2: 6 })) sample.setAttribute(key, value);
    sample.style.stroke = `var(--series-${(line % SERIES) + 1})`;
    sample.style.strokeDasharray = DASHES[line % SERIES].join(" ") || "none";
    svg.append(sample);
    button.append(svg, name);
    button.addEventListener("click", () => {
      const shown = button.getAttribute("aria-pressed") !== "true";
      button.setAttribute("aria-pressed", String(shown));
      toggle(line, shown);
    });
    const item = document.createElement("li");
    item.append(button);
    list.append(item);
  });
  return list;
}

const DAY_SHOWN = 900; // milliseconds
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Draws the lines of a figure day by day, or one day more each time where motion is not wanted. */
class Player {
  constructor(figure) {
    this.figure = figure;
    this.button = document.createElement("button");
    this.button.type = "button";
    this.button.className = "second play";
    this.button.addEventListener("click", () => this.press());
    still.addEventListener("change", () => this.stop());
    this.stop();
  }

  press() {
    if (this.timer) this.stop();
    else if (still.matches) this.step();
    else {
      this.timer = setInterval(() => this.step(), DAY_SHOWN);
      this.button.textContent = this.figure.figure.dataset.pause;
      this.step();
    }
  }

  step() {
    const last = this.figure.data.days.length - 1;
    this.figure.showUntil(this.figure.until === last ? 0 : this.figure.until + 1);
    if (this.figure.until === last) this.stop();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.button.textContent = this.figure.figure.dataset[still.matches ? "step" : "play"];
  }
}

// browsers do not tell whether there is a keyboard; where a mouse is used there is nearly always one
const hasKeyboard = matchMedia("(hover: hover) and (pointer: fine)").matches;

class Figure {
  constructor(figure) {
    this.figure = figure;
    this.data = read(figure.querySelector("table"), figure.dataset.drawn);
    this.hidden = new Set();
    this.at = this.until = this.data.days.length - 1;
    this.stage = this.createStage();
    this.text = document.createElement("p");
    this.text.className = "told";
    if (hasKeyboard) this.text.textContent = figure.dataset.hint;
    const place = figure.querySelector("details");
    if ("play" in figure.dataset) place.before(new Player(this).button);
    place.before(this.stage, this.text);
    if (this.data.names.length > 1) place.before(buttons(figure, this.data, (line, shown) => this.toggle(line, shown)));
    this.draw();
    new ResizeObserver(() => this.resize()).observe(this.stage);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  }

  createStage() {
    const stage = document.createElement("div");
    stage.className = "canvas";
    stage.tabIndex = 0;
    stage.setAttribute("role", "slider");
    stage.setAttribute("aria-labelledby", this.figure.getAttribute("aria-labelledby"));
    stage.setAttribute("aria-valuemin", "1");
    stage.setAttribute("aria-valuemax", String(this.data.days.length));
    stage.addEventListener("keydown", (event) => this.key(event));
    stage.addEventListener("focus", () => this.point(this.at));
    return stage;
  }

  get width() {
    const style = getComputedStyle(this.stage);
    return Math.max(200, this.stage.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight));
  }

  /** The only line that is shown, or null. */
  get alone() {
    const shown = this.data.names.map((_, line) => line).filter((line) => !this.hidden.has(line));
    return shown.length === 1 ? shown[0] : null;
  }

  draw() {
    this.plot?.destroy();
    const options = settings(this.figure, this.data, this.width, this.alone);
    options.hooks.setCursor = [(plot) => this.showDay(plot.cursor.idx)];
    this.plot = new uPlot(options, drawing(this.data, this.alone), this.stage);
    for (const line of this.hidden) this.plot.setSeries(line + 1, { show: false });
    if (this.until < this.data.days.length - 1) this.drawUntil();
    this.describeDay(this.at);
  }

  /** Draw the lines as they were at the end of a day. */
  showUntil(at) {
    this.until = at;
    this.drawUntil();
    this.point(at);
  }

  drawUntil() {
    const [days, ...lines] = drawing(this.data, this.alone);
    const shown = lines.map((values) => values.map((value, at) => (at > this.until ? null : value)));
    this.plot.setData([days, ...shown], false); // the scales stay
    this.plot.redraw();
  }

  resize() {
    if (Math.abs(this.width - this.plot.width) > 1) {
      const { height } = settings(this.figure, this.data, this.width, this.alone);
      this.plot.setSize({ width: this.width, height });
    }
  }

  toggle(line, shown) {
    if (shown) this.hidden.delete(line);
    else this.hidden.add(line);
    this.draw();
  }

  key(event) {
    const last = this.data.days.length - 1;
    const steps = { ArrowLeft: this.at - 1, ArrowDown: this.at - 1, ArrowRight: this.at + 1, ArrowUp: this.at + 1, Home: 0, End: last };
    if (!(event.key in steps) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.point(Math.max(0, Math.min(last, steps[event.key])));
  }

  point(at) {
    this.at = at;
    this.plot.setCursor({ left: this.plot.valToPos(this.data.at[at], "x"), top: this.plot.over.clientHeight / 2 });
    this.showDay(at);
  }

  showDay(at) {
    if (at === null || at === undefined) return;
    this.at = at;
    this.text.textContent = this.describeDay(at);
  }

  /** Return a day and its numbers as text, and set it as the value of the slider. */
  describeDay(at) {
    const [when, cells] = this.data.texts[at];
    const shown = cells.filter(([name]) => !this.hidden.has(this.data.names.indexOf(name)));
    const words = `${when}: ${shown.map(([name, value]) => `${name} ${value}`).join(", ")}`;
    this.stage.setAttribute("aria-valuenow", String(at + 1));
    this.stage.setAttribute("aria-valuetext", words);
    return words;
  }
}

for (const figure of document.querySelectorAll("figure[data-plot]")) new Figure(figure);
