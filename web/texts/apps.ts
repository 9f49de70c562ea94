import { list } from './list.ts'

/** Texts of blocked apps and safe search. */
export const appTexts = {
  failed: 'The apps could not be loaded',
  who: 'For',
  everyone: 'All devices',
  kindsOfTarget: { device: 'Devices', group: 'Groups', tag: 'Tags' },
  title: 'Blocked apps',
  hint: 'The domains of an app that is on do not exist for these devices.',
  limits:
    'This blocks names, not addresses. An app that knows addresses, uses a VPN or its own DNS service, or is already connected, may continue to work. ' +
    'To stop everything, pause the internet of the device.',
  kinds: {
    video: 'Video',
    social: 'Social networks',
    messaging: 'Messages',
    games: 'Games',
    music: 'Music',
    ai: 'AI chat',
    other: 'Other',
  },
  times: 'Times',
  timesHint: 'Without times, the apps are blocked at all times.',
  timesOf: (who: string) => `Times at which apps are blocked for ${who}`,
  addTimes: 'Add times',
  save: 'Save times',
  noneYet: 'Turn on an app first.',
  safe: 'Safe search',
  safeHint: 'Search engines leave out adult content.',
  engines: { Google: 'Google', Bing: 'Bing', DuckDuckGo: 'DuckDuckGo' },
  youTube: 'YouTube Restricted Mode',
  youTubeHint: 'Strict hides more videos. Comments are hidden in both.',
  youTubeModes: { off: 'Off', moderate: 'Moderate', strict: 'Strict' },
  others: 'All choices',
  othersHint: 'Rules for one device, group or tag, and for all devices.',
  othersEmpty: 'No apps are blocked yet.',
  show: (who: string) => `Show ${who}`,
  safeOf: (engines: readonly string[]) => `Safe search: ${list(engines)}`,
  ruleName: (who: string) => `Apps: ${who}`,
  safeName: (who: string) => `Safe search: ${who}`,
  off: 'Off',
  sources: 'Domains and sources',
  sourcesHint: (date: string) =>
    `List of ${date}. Each app has its domains, with all subdomains, and the list that they are updated from.`,
  source: (name: string) => `Source of ${name}`,
  checked: (date: string) => `checked on ${date}`,
}
