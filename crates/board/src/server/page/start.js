// @ts-check
// Loads the scripts of the page after its first paint, which they would delay.

/** The script of each machine. @type {Record<string, string>} */
const SCRIPTS = { task5: "./task5.js", casino: "./casino.js", design: "./foreign.js" };

// To import a module again has no effect.
const start = () => void import(SCRIPTS[document.documentElement.dataset.machine ?? ""]);

if (document.hidden) start();
else {
  new PerformanceObserver(start).observe({ type: "paint", buffered: true });
  addEventListener("visibilitychange", start, { once: true });
}
