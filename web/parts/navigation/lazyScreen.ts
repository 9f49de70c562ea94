import { lazyRouteComponent } from '@tanstack/react-router'
import { type ComponentType, lazy } from 'react'
import { openOutageRetry, openRetry } from '../../client/retry.ts'
import { mendSheets } from '../../client/styleSheets.ts'
import { reach } from '../../client/tab.ts'

const withRetries = openRetry({
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  mend: mendSheets,
})

const onceReachable = openOutageRetry(reach)

/** A screen that is loaded on navigation, or just before it. */
export const lazyScreen = <M extends Record<string, unknown>, K extends string & keyof M>(
  fetch: () => Promise<M>,
  name: K,
) => lazyRouteComponent(withRetries(fetch), name)

/**
 * A part of a screen that is loaded when it is first rendered. During a network outage it is fetched once the router is reachable
 * again, instead of replacing the page with an error.
 */
export const lazyPart = <P extends object, K extends string>(
  fetch: () => Promise<Record<K, ComponentType<P>>>,
  name: K,
) => lazy(onceReachable(withRetries(async () => ({ default: (await fetch())[name] }))))
