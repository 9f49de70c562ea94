import type { Page } from 'playwright-core'

/**
 * The contrast of all that is drawn in the elements that a selector finds, as WCAG 2.2 defines it: the colour of each text
 * and of each icon against the nearest background that is not transparent, at last that of `behind`. The lowest first.
 */
export async function contrastsIn(
  page: Page,
  selector: string,
  behind: string,
): Promise<{ what: string; contrast: number }[]> {
  const found = await page.evaluate<{ what: string; contrast: number }[]>(
    `(${measure})(${JSON.stringify(selector)}, ${JSON.stringify(behind)})`,
  )
  return found.sort((a, b) => a.contrast - b.contrast)
}

// Text, because it runs in the page, which has no types here.
const measure = `(selector, behind) => {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const rgba = (color) => {
    context.clearRect(0, 0, 1, 1)
    context.fillStyle = color
    context.fillRect(0, 0, 1, 1)
    return [...context.getImageData(0, 0, 1, 1).data].map((value) => value / 255)
  }
  const over = ([r, g, b, a], below) => [r, g, b].map((value, index) => value * a + below[index] * (1 - a))
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const styleOf = (element) => getComputedStyle(element)
  const opacityOf = (element) => (element ? styleOf(element).opacity * opacityOf(element.parentElement) : 1)
  const bottom = document.querySelector(behind)
  const backgroundOf = (element, root) => {
    const color = rgba(styleOf(element).backgroundColor)
    if (color[3] === 1) return color.slice(0, 3)
    return over(color, element === root ? backgroundOf(bottom, bottom) : backgroundOf(element.parentElement, root))
  }
  const seen = ({ width, height }) => width > 0 && height > 0
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')
  return [...document.querySelectorAll(selector)].flatMap((root) =>
    [root, ...root.querySelectorAll('*')]
      .filter((element) => seen(element.getBoundingClientRect()) && (hasText(element) || element.tagName === 'svg'))
      .map((element) => {
        const below = backgroundOf(element, root)
        const [r, g, b, alpha] = rgba(styleOf(element).color)
        const [light, dark] = [luminance(over([r, g, b, alpha * opacityOf(element)], below)), luminance(below)].sort((a, b) => b - a)
        return { what: element.textContent || element.tagName, contrast: (light + 0.05) / (dark + 0.05) }
      }),
  )
}`
