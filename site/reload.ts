/**
 * A part of the site that does not come, because a newer build has replaced it, leaves a page that nothing can be done on.
 * The page is loaded again then, once: what is missing after that is missing. Where that cannot be remembered, it stays as
 * it is, which can be read. Runs before everything else, so it stands in the page.
 */
export const RELOAD = `addEventListener('error', function (event) {
  var root = document.documentElement, key = 'sallyport.reloaded', from = event.target
  if (!from || from.tagName !== 'SCRIPT' || from.src.indexOf(location.origin) !== 0 || root.dataset.hasHydrated === 'true') return
  try {
    if (sessionStorage.getItem(key) === location.pathname) return
    sessionStorage.setItem(key, location.pathname)
    location.reload()
  } catch (refused) {}
}, true)
addEventListener('load', function () {
  setTimeout(function () {
    try { if (document.documentElement.dataset.hasHydrated === 'true') sessionStorage.removeItem('sallyport.reloaded') } catch (refused) {}
  }, 5000)
})`
