/** Attributes that the box gives itself as if it were a button. */
const OF_A_BUTTON = ['tabindex', 'aria-expanded', 'aria-haspopup', 'aria-labelledby', 'aria-owns', 'aria-controls']

/**
 * Says what the search box and the things in it are, for whoever does not see them: it takes itself for a button, its head
 * and foot for those of the page, and what is found, sections below their pages, for a list of choices, in which there may be
 * no links. `place` holds the box. What comes later is told too, until the function that is returned is called.
 */
export function tellRoles(place: HTMLElement): () => void {
  const box = place.querySelector('.DocSearch-Container')
  if (!box) return () => {}
  for (const name of OF_A_BUTTON) box.removeAttribute(name)
  const attributes = { role: 'dialog', 'aria-modal': 'true', 'aria-label': 'Search' }
  for (const [name, value] of Object.entries(attributes)) box.setAttribute(name, value)
  for (const part of place.querySelectorAll('header, footer')) part.setAttribute('role', 'presentation')

  const tell = (): void => {
    for (const list of place.querySelectorAll('ul[role="listbox"]')) list.setAttribute('role', 'tree')
    for (const hit of place.querySelectorAll('li[role="option"]')) hit.setAttribute('role', 'treeitem')
    const field = place.querySelector('.DocSearch-Input')
    const lists = [...place.querySelectorAll('ul[role="tree"]')].map(({ id }) => id).join(' ')
    put(field, 'aria-haspopup', 'tree')
    put(field, 'aria-controls', lists)
    put(box, 'aria-controls', '')
  }
  tell()
  const watcher = new MutationObserver(tell)
  watcher.observe(place, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['aria-controls', 'aria-haspopup', 'role'],
  })
  return () => watcher.disconnect()
}

/** Does nothing where it is so already, or it would be told of its own changes for ever. */
function put(element: Element | null, name: string, value: string): void {
  if ((element?.getAttribute(name) ?? '') === value) return
  if (value === '') element?.removeAttribute(name)
  else element?.setAttribute(name, value)
}
