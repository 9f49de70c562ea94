/** As the `ref` of a heading: what comes after something that is gone is read out from its beginning. */
export function readOut(heading: HTMLHeadingElement | null): void {
  if (document.activeElement === document.body) heading?.focus({ preventScroll: true })
}
