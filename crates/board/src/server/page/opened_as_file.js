// @ts-check
// Explains what to do if the page is opened as a file. Browsers do not load modules from files, so this script is not a module.

if (location.protocol === "file:") {
  const banner = /** @type {HTMLElement} */ (document.getElementById("banner"));
  const text = /** @type {HTMLElement} */ (document.getElementById("banner-text"));
  text.textContent = "A browser does not run this page from a file. Run `python3 -m http.server` in its folder, and open http://localhost:8000.";
  banner.hidden = false;
}
