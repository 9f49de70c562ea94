/** Inline script that runs before everything else on each page. */

/** A path that ends as its file does, from a host that leaves it so, is made the page's own before anything reads it. */
const CLEAN = `(function () {
  var path = location.pathname, clean = path.replace(/(\\/index)?\\.html$/, '')
  if (clean === path) return
  if (clean === '/pages') clean += '/'
  history.replaceState(history.state, '', clean + location.search + location.hash)
})()`

/**
 * A part of the site that does not come, because a newer build has replaced it, leaves a page that nothing can be done on.
 * The page is loaded again then, once: what is missing after that is missing. Where that cannot be remembered, it stays as
 * it is, which can be read.
 */
const RELOAD = `addEventListener('error', function (event) {
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

/** Where a browser denies storage, every access to `localStorage` throws. All code here works with null instead. */
const STORAGE = `try { localStorage } catch (denied) { Object.defineProperty(window, 'localStorage', { value: null }) }`

export const EARLY = [CLEAN, STORAGE, RELOAD].join('\n')
