const PLACES = 'a[href], button:not([disabled]), input'

/**
 * Keeps Tab inside of `box`: its last place is followed by its first. The search box does so by what it held when it opened,
 * of which some is hidden, and before there were results. Ends with the function that it gives.
 */
export function keepFocusIn(box: Element): () => void {
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Tab') return
    const places = [...box.querySelectorAll<HTMLElement>(PLACES)].filter(
      (place) => place.tabIndex >= 0 && place.checkVisibility(),
    )
    const [from, to] = event.shiftKey ? [places[0], places.at(-1)] : [places.at(-1), places[0]]
    if (document.activeElement !== from && box.contains(document.activeElement)) return
    event.preventDefault()
    to?.focus()
  }
  addEventListener('keydown', press, true)
  return () => removeEventListener('keydown', press, true)
}
