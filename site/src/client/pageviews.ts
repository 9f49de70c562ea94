import type { ClientModule } from '@docusaurus/types'
import siteConfig from '@generated/docusaurus.config'
import { asksForPrivacy } from './visitor.ts'

const place = siteConfig.customFields?.pageViews as string | undefined

/** Reports each page that is opened to the place that the build was given: its path, and nothing else. */
export const onRouteDidUpdate: NonNullable<ClientModule['onRouteDidUpdate']> = ({ location, previousLocation }) => {
  if (!place || location.pathname === previousLocation?.pathname || asksForPrivacy()) return
  const event = { event: 'pageview', path: location.pathname }
  // Text needs no question beforehand, whichever origin it goes to.
  navigator.sendBeacon(place, JSON.stringify(event))
}
