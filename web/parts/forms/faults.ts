import { createContext, useContext } from 'react'

/** The labels of the fields that the last attempt to submit a form found wrong, in the order of the form. */
const Faults = createContext<readonly string[]>([])
export const FaultsProvider = Faults.Provider
export const useFaults = (): readonly string[] => useContext(Faults)

/** Elements with an error: invalid fields, and `FieldFault` for those that are not one input. */
const FAULT = '[aria-invalid="true"], [data-fault]'

export const faultsIn = (form: HTMLElement): HTMLElement[] => [...form.querySelectorAll<HTMLElement>(FAULT)]

/** The label of a field, without the mark of required ones. */
export function labelOfField(fault: HTMLElement): string {
  const label =
    fault.dataset.fault ?? fault.getAttribute('aria-label') ?? (fault as HTMLInputElement).labels?.[0]?.textContent
  return label?.replace(/\s*\*$/, '').trim() ?? ''
}

/** Focuses the first field with an error, if there is one. */
export function revealFirst(form: HTMLElement | null): boolean {
  const [first] = form ? faultsIn(form) : []
  if (first) reveal(first)
  return first !== undefined
}

/** Focuses a field, also in a collapsed section, in the middle of the window: bars at its edges would cover it. */
function reveal(fault: HTMLElement): void {
  for (let box = fault.closest('details'); box; box = box.parentElement?.closest('details') ?? null) box.open = true
  fault.focus({ preventScroll: true })
  fault.scrollIntoView({ block: 'center' })
}
