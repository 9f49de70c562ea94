import type { Page } from 'playwright-core'

/** In pixels. WCAG 2.5.5 and the guidelines of both makers of phones. */
const LEAST = 44

/**
 * What can be pressed on the page and is smaller than 44 × 44 pixels where a finger meets it: its own box, what it draws around
 * itself, and its label. Links within a sentence are excepted, as in WCAG 2.5.5.
 */
export const smallTargetsOn = (page: Page): Promise<string[]> => page.evaluate<string[]>(`(${measure})(${LEAST})`)

/** Runs in the page. */
const measure = `(least) => {
  const small = []
  const targets = document.querySelectorAll(
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=switch], [role=menuitem], [role=option]',
  )
  const isShown = (element) => element.checkVisibility({ opacityProperty: false, visibilityProperty: true }) && !element.closest('[aria-hidden=true], [inert]')
  const isInSentence = (element) =>
    element.tagName === 'A' && getComputedStyle(element).display === 'inline' &&
    (element.parentElement?.textContent ?? '').trim().length > (element.textContent ?? '').trim().length
  for (const target of targets) {
    const box = target.getBoundingClientRect()
    if (!isShown(target) || target.disabled || isInSentence(target) || box.width < 2 || box.height < 2 || box.right < 0) continue
    target.scrollIntoView({ block: 'center', inline: 'center' })
    const { x, y, width, height } = target.getBoundingClientRect()
    const [across, down] = [x + width / 2, y + height / 2]
    const labels = [...(target.labels ?? [])]
    const isHit = (dx, dy) => {
      const [px, py] = [across + dx, down + dy]
      if (px < 0 || py < 0 || px >= innerWidth || py >= innerHeight) return true
      const hit = document.elementFromPoint(px, py)
      return hit !== null && (target.contains(hit) || labels.some((label) => label.contains(hit)))
    }
    const half = least / 2 - 1
    const reach = (dx, dy) => width > 0 && (dx ? width : height) >= least ? true : isHit(dx, dy) && isHit(-dx, -dy)
    // An element whose center is covered cannot be pressed now.
    if (!isHit(0, 0)) continue
    if (reach(half, 0) && reach(0, half)) continue
    const name = target.getAttribute('aria-label') ?? (target.textContent?.trim() || labels[0]?.textContent || target.name || '')
    small.push(target.tagName.toLowerCase() + ' "' + name.slice(0, 40) + '" ' + Math.round(width) + '×' + Math.round(height) + ' ' + String(target.className).slice(0, 80))
  }
  scrollTo(0, 0)
  return [...new Set(small)]
}`
