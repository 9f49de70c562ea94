import { useNotifications } from '@mantine/notifications'
import { useEffect, useState } from 'react'
import {
  bestPlace,
  type Covered,
  NOTIFICATION_PLACES,
  type NotificationPlace,
  type Rectangle,
  weightIn,
} from './placement.ts'

const ELEMENTS = ['a[href]', 'button', 'input', 'select', 'textarea', 'summary', 'label']
const ROLES = ['button', 'tab', 'switch', 'option', 'menuitem']
const CONTROLS = [...ELEMENTS, ...ROLES.map((role) => `[role=${role}]`)].join()
/** The most likely next action. */
const NEXT = '[type=submit], :focus'
const NEXT_WEIGHT = 1000
const ITEM = '.mantine-Notifications-notification'
/** Of the box, in pixels. */
export const WIDTH = 360
const PHONE = '(max-width: 52em)'
/** After an animation of the page or of a notification. */
const SETTLED_MS = 350

/** Where notifications cover least of the page now: they move while they are shown, but not while the focus is in one of them. */
export function usePlace(): NotificationPlace {
  const [place, setPlace] = useState<NotificationPlace>('bottom-center')
  const { notifications } = useNotifications()
  const count = notifications.length
  useEffect(() => {
    if (count === 0) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const move = () => {
      if (document.activeElement?.closest(ITEM)) return
      setPlace((present) => bestPlace(present, placesNow(), (one) => weightIn(boxOf(one), coveredAt)))
    }
    const moveLater = () => {
      clearTimeout(timer)
      timer = setTimeout(move, SETTLED_MS)
    }
    // Immediately, before it is seen; and again when its size is known.
    move()
    moveLater()
    const happenings = ['scroll', 'resize', 'focusin', 'click'] as const
    for (const name of happenings) window.addEventListener(name, moveLater, { passive: true })
    return () => {
      clearTimeout(timer)
      for (const name of happenings) window.removeEventListener(name, moveLater)
    }
  }, [count])
  return place
}

/** A phone has no room beside the page. */
const placesNow = (): readonly NotificationPlace[] =>
  window.matchMedia(PHONE).matches
    ? NOTIFICATION_PLACES.filter((place) => !place.endsWith('right'))
    : NOTIFICATION_PLACES

/** The distances of `Notices.module.css` to the edges of the window, in pixels. */
const [EDGE, BELOW_HEADER, ABOVE_BAR] = [16, 68, 76]
/** Two lines and a button. */
const USUAL_HEIGHT = 84

/** The part of the window that notifications in a place take. */
function boxOf(place: NotificationPlace): Rectangle {
  const isPhone = window.matchMedia(PHONE).matches
  const items = [...document.querySelectorAll<HTMLElement>(ITEM)]
  const height = Math.max(
    items.reduce((sum, one) => sum + one.offsetHeight, 0),
    USUAL_HEIGHT,
  )
  const width = Math.min(WIDTH, window.innerWidth - 2 * EDGE)
  const { innerWidth, innerHeight } = window
  return {
    left: place.endsWith('right') ? innerWidth - width - EDGE : (innerWidth - width) / 2,
    top: place.startsWith('top')
      ? isPhone
        ? BELOW_HEADER
        : EDGE
      : innerHeight - (isPhone ? ABOVE_BAR : EDGE) - height,
    width,
    height,
  }
}

function coveredAt(x: number, y: number): Covered | undefined {
  const below = document.elementsFromPoint(x, y).find((one) => !one.closest('.mantine-Notifications-root'))
  const control = below?.closest(CONTROLS)
  return control ? { control, weight: control.matches(NEXT) ? NEXT_WEIGHT : 1 } : undefined
}
