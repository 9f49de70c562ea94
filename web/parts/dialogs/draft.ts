const FIELDS = ['input:not([type=search])', 'select', 'textarea'].join()

/** The values of the fields in an element, as one text to compare. Without search fields, whose text is not saved. */
export function valuesIn(element: HTMLElement): string {
  const fields = [...element.querySelectorAll<HTMLInputElement>(FIELDS)]
  const values = fields.map(({ type, checked, value }) => (type === 'checkbox' || type === 'radio' ? checked : value))
  // The entries of a field with several are not in its input.
  const entries = [...element.querySelectorAll('.mantine-Pill-label')].map(({ textContent }) => textContent)
  return JSON.stringify([values, entries])
}

/** Controls whose list or menu is open: it is above the dialog, and closes first. */
const OPEN_LAYER = '[aria-haspopup][aria-expanded="true"], [data-mantine-stop-propagation]'

export const hasOpenLayer = (element: HTMLElement): boolean => element.querySelector(OPEN_LAYER) !== null
