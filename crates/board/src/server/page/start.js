// @ts-check
// Loads the scripts of the page after its first paint, which they would delay.

/** The script of each machine. @type {Record<string, string>} */
const SCRIPTS = { task5: "./task5.js", casino: "./casino.js", design: "./foreign.js", workbench: "./workbench.js" };

// All scripts are loaded at once, not each when those that import it have arrived. To do this again
// has no effect: the template is empty then, and a module is imported once.
const start = () => {
  const scripts = document.getElementById("scripts");
  if (scripts instanceof HTMLTemplateElement) document.head.append(scripts.content);
  void import(SCRIPTS[document.documentElement.dataset.machine ?? ""]);
};

if (document.hidden) start();
else {
  new PerformanceObserver(start).observe({ type: "paint", buffered: true });
  addEventListener("visibilitychange", start, { once: true });
}
