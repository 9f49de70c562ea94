import 'virtual:theme.css'
import '../styles/page.css'

/** The element of the page that everything is rendered into. */
export function placeOfPage(): HTMLElement {
  const place = document.getElementById('app')
  if (!place) throw new Error('the page has no #app')
  return place
}
