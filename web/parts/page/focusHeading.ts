/** `ref` of a heading that gets the focus when it replaces removed content, so that screen readers start there. */
export function readOut(heading: HTMLHeadingElement | null): void {
  if (heading) window.scrollTo(0, 0)
  if (document.activeElement === document.body) heading?.focus({ preventScroll: true })
}
