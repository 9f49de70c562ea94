/** Button attributes that the search box sets on itself. */
const OF_A_BUTTON = ['tabindex', 'aria-expanded', 'aria-haspopup', 'aria-labelledby', 'aria-owns', 'aria-controls']

/**
 * Corrects the ARIA roles of the search box in `place`: the box is a dialog, not a button; its header and footer are not those of
 * the page; and results are a tree, because a listbox may not contain links. Later elements are corrected as well, until the
 * returned function is called.
 */
export function correctRoles(place: HTMLElement): () => void {
  const box = place.querySelector('.DocSearch-Container')
  if (!box) return () => {}
  for (const name of OF_A_BUTTON) box.removeAttribute(name)
  const attributes = { role: 'dialog', 'aria-modal': 'true', 'aria-label': 'Search' }
  for (const [name, value] of Object.entries(attributes)) box.setAttribute(name, value)
  for (const part of place.querySelectorAll('header, footer')) part.setAttribute('role', 'presentation')

  const correct = (): void => {
    for (const list of place.querySelectorAll('ul[role="listbox"]')) list.setAttribute('role', 'tree')
    for (const hit of place.querySelectorAll('li[role="option"]')) hit.setAttribute('role', 'treeitem')
    const field = place.querySelector('.DocSearch-Input')
    const lists = [...place.querySelectorAll('ul[role="tree"]')].map(({ id }) => id).join(' ')
    put(field, 'aria-haspopup', 'tree')
    put(field, 'aria-controls', lists)
    put(box, 'aria-controls', '')
  }
  correct()
  const watcher = new MutationObserver(correct)
  watcher.observe(place, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['aria-controls', 'aria-haspopup', 'role'],
  })
  return () => watcher.disconnect()
}

/** Sets an attribute only if it differs, because the observer would otherwise report its own changes forever. */
function put(element: Element | null, name: string, value: string): void {
  if ((element?.getAttribute(name) ?? '') === value) return
  if (value === '') element?.removeAttribute(name)
  else element?.setAttribute(name, value)
}
