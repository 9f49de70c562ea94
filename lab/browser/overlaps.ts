import type { Page } from 'playwright-core'

/** In pixels: less is the space above and below the letters of a line. */
const LEAST = 3

/**
 * Texts of the page that lie over another text, controls that lie over a text, and both beyond the right edge. Parts that stay in
 * place while the page scrolls, such as the bar at the bottom of a phone, are compared with each other only.
 */
export const overlapsOn = (page: Page): Promise<string[]> => page.evaluate<string[]>(`(${measure})(${LEAST})`)

/** Runs in the page. */
const measure = `async (least) => {
  // Elements that measure themselves do so in the next frame.
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  const isFixed = (element) => {
    for (let one = element; one; one = one.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(one).position)) return true
    return false
  }
  const isShown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  /** The part of a box that no ancestor cuts off. */
  const visible = (box, element) => {
    let { left, top, right, bottom } = box
    for (let one = element; one; one = one.parentElement) {
      const { overflowX, overflowY, clipPath } = getComputedStyle(one)
      // For screen readers only.
      if (clipPath !== 'none') return { left: 0, top: 0, right: 0, bottom: 0 }
      if (overflowX === 'visible' && overflowY === 'visible') continue
      const edge = one.getBoundingClientRect()
      left = Math.max(left, edge.left); right = Math.min(right, edge.right)
      top = Math.max(top, edge.top); bottom = Math.min(bottom, edge.bottom)
    }
    return { left, top, right, bottom }
  }
  const texts = []
  const walker = document.createTreeWalker(document.querySelector('dialog[open], [role=dialog]') ?? document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode
    const element = node.parentElement
    if (node.data.trim() === '' || !element || ['SCRIPT', 'STYLE', 'OPTION'].includes(element.tagName) || !isShown(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const rect of range.getClientRects()) {
      // Without the space that the font has above capitals and below the line.
      const box = visible({ left: rect.left, right: rect.right, top: rect.top + rect.height / 5, bottom: rect.bottom - rect.height / 5 }, element)
      if (box.right - box.left > least && box.bottom - box.top > least) texts.push({ element, words: node.data.trim().slice(0, 40), ...box })
    }
  }
  const controls = [...document.querySelectorAll('a[href], button, select, summary, [role=button]')]
    .filter((element) => isShown(element) && getComputedStyle(element).pointerEvents !== 'none')
    .flatMap((element) => {
      const name = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40)
      const words = element.tagName.toLowerCase() + ' "' + name + '"'
      return [...element.getClientRects()].map((box) => ({ element, words, ...visible(box, element) }))
    })
  const crosses = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > least && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > least
  const isRelated = (a, b) => a.contains(b) || b.contains(a) || isFixed(a) !== isFixed(b)
  const found = new Set()
  const scrolls = (element) => {
    for (let one = element; one; one = one.parentElement)
      if (getComputedStyle(one).overflowX !== 'visible') return true
    return false
  }
  for (const { element, words, right } of [...texts, ...controls])
    if (right > document.documentElement.clientWidth + 1 && !scrolls(element)) found.add(words + ' is beyond the right edge')
  texts.forEach((one, index) => {
    for (const other of texts.slice(index + 1))
      if (one.element !== other.element && !isRelated(one.element, other.element) && crosses(one, other))
        found.add('"' + one.words + '" and "' + other.words + '" overlap')
    for (const control of controls)
      if (!isRelated(one.element, control.element) && ![...(control.element.labels ?? [])].some((label) => label.contains(one.element)) && crosses(one, control))
        found.add(control.words + ' lies over "' + one.words + '"')
  })
  return [...found]
}`
