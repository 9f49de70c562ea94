/** As the `ref` of a heading: what comes after something that is gone is shown and read out from its beginning. */
export function readOut(heading: HTMLHeadingElement | null): void {
  if (heading) window.scrollTo(0, 0)
  if (document.activeElement === document.body) heading?.focus({ preventScroll: true })
}
