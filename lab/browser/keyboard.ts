import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

/** More Tab stops than any screen has. */
const MOST_STOPS = 250

/**
 * Runs in the page after each Tab. Returns the name of the element with the focus, and whether the stop before it looked
 * different while it had the focus: the element and its surroundings, since a part of Mantine's draws what a hidden field of
 * its own stands for. The fields of a time are one stop.
 */
const STEP = `(async () => {
  // CodeMirror changes its look some milliseconds after the focus has changed.
  const settled = async (place, hasFocus) => {
    const editor = place?.closest('.cm-editor')
    for (let frame = 0; editor && editor.classList.contains('cm-focused') !== hasFocus && frame < 60; frame++)
      await new Promise(requestAnimationFrame)
  }
  const look = (place) => [place, place.parentElement, place.parentElement?.parentElement, ...(place.parentElement?.children ?? [])]
    .filter(Boolean)
    .map((one) => {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderTopColor, backgroundColor, left } = getComputedStyle(one)
      const outline = outlineStyle === 'none' ? '' : outlineWidth + outlineColor
      return [outline, boxShadow, borderTopColor, backgroundColor, left].join()
    })
    .join('; ')
  let place = document.activeElement
  while (place?.shadowRoot?.activeElement) place = place.shadowRoot.activeElement
  const last = window.lastStop
  if (last && last.place === place) return { isSame: true }
  await settled(last?.place, false)
  await settled(place, true)
  const wasSeen = !last || !last.place.isConnected || look(last.place) !== last.seen
  window.lastStop = place && place !== document.body ? { place, seen: look(place) } : undefined
  if (!window.lastStop) return { name: '', wasSeen }
  const words = place.getAttribute('aria-label') || place.textContent || place.getAttribute('name') || ''
  return { name: (place.tagName.toLowerCase() + ' ' + words.trim().slice(0, 40)).trim(), wasSeen }
})()`

/** Runs in the page: the next Tab leads to its first element, also when a field has had the focus since it was opened. */
const TO_TOP = `(() => {
  window.lastStop = undefined
  document.body.tabIndex = -1
  document.body.focus()
  document.body.removeAttribute('tabindex')
})()`

interface Step {
  readonly isSame?: true
  readonly name: string
  readonly wasSeen: boolean
}

/** Uses a page by keyboard. */
export const keyboardOn = (page: Page) => ({
  press: (key: string) => page.keyboard.press(key),

  /** Presses Tab until the element has the focus. */
  async to(wanted: Locator): Promise<void> {
    for (let stop = 0; stop < MOST_STOPS; stop++) {
      if (
        (await wanted.count()) > 0 &&
        (await wanted.first().evaluate((one) => one === one.ownerDocument.activeElement))
      )
        return
      await page.keyboard.press('Tab')
    }
    assert.fail(`Tab does not lead to ${wanted}`)
  },

  /** All stops of the page in order, from its top; those without a visible focus are listed in addition. */
  async stops(): Promise<{ names: string[]; unseen: string[] }> {
    const names: string[] = []
    const unseen: string[] = []
    // Without animations, which would hide elements at first.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.evaluate(TO_TOP)
    for (let stop = 0; stop < MOST_STOPS; stop++) {
      await page.keyboard.press('Tab')
      const { isSame, name, wasSeen } = await page.evaluate<Step>(STEP)
      if (isSame) continue
      if (!wasSeen) unseen.push(names.at(-1) ?? '')
      // After the last stop, the focus leaves the page.
      if (name === '') return { names, unseen }
      names.push(name)
    }
    return assert.fail(`the keyboard is caught: ${names.slice(-5).join(', ')}`)
  },
})
