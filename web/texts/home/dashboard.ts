import { countOf } from '../../parts/values/amount.ts'
import { texts } from '../../texts.ts'

/** Texts of the Home screen. */
export const homeTexts = {
  title: texts.shell.start,
  internet: {
    title: 'Internet',
    up: 'You are online',
    partly: 'Online, but a connection is down',
    down: 'No internet',
    none: 'No internet connection is set up',
    noneHint: 'No port is set up for the cable from your provider.',
    unknown: 'The state of the internet connection could not be loaded',
    answers: (ms: number) => `Latency ${ms < 1 ? 'under 1' : Math.round(ms)} ms.`,
    steady: 'No outages in the last 24 hours.',
    steadySince: (length: string) => `No outages since monitoring began ${length} ago.`,
    interrupted: (length: string) => `Down for ${length} in the last 24 hours.`,
    because: (reason: string, link?: string) => (link === undefined ? `${reason}.` : `${link}: ${reason}.`),
    since: (time: string) => `Since ${time}.`,
    more: 'Details',
    moreLabel: 'Details of the internet connection',
    links: 'Internet connections',
    link: { active: 'in use', spare: 'standby', down: 'down' },
  },
  attention: {
    title: 'Needs your attention',
    list: 'A block list could not be downloaded',
    listHint: (address: string, reason: string) => `${address}: ${reason}`,
    paused: 'Blocking is paused for everyone',
    pausedHint: (time: string) => `It resumes automatically at ${time}.`,
    drift: 'Some settings could not be applied',
    driftHint: (what: string, reason: string) => `${what}: ${reason}. The router keeps retrying.`,
    port: (port: string, reason: string) =>
      reason === 'no such device'
        ? {
            title: `Port ${port} is missing`,
            hint: 'Plug it in again, or mark it as unused under Ports.',
          }
        : { title: `Port ${port} could not be set up`, hint: `${reason}. The router keeps retrying.` },
    tunnel: (name: string) => `The tunnel ${name} does not work`,
    backup: 'The last backup on another machine failed',
    wrongClock: 'The clock is wrong',
    wrongClockHint: 'Encrypted DNS and downloads may not work until a time server has set it.',
    clock: 'Clocks differ',
    clockHint: (gap: string) =>
      `The clocks of the router and this device differ by ${gap}. One-time codes may not work, and times may be wrong.`,
    alerts: (count: number) =>
      count === 1 ? '1 unread alert' : `${count > 99 ? 'More than 99' : count} unread alerts`,
    alertsHint: 'See what happened, and act on it.',
    newDevices: (count: number) => (count === 1 ? '1 new device connected' : `${count} new devices connected`),
    newDevicesHint: (count: number): string =>
      count === 1
        ? 'It has no access until you name it and allow something.'
        : 'They have no access until you name them and allow something.',
  },
  figures: {
    devices: 'Devices online',
    of: (known: number, unnamed: number) => `of ${known} known${unnamed > 0 ? `, and ${unnamed} unnamed` : ''}`,
    today: 'Received today',
    sent: (amount: string) => `${amount} sent`,
    dns: 'DNS queries, 24 hours',
    blocked: (count: string, share: string) => `${count} blocked, ${share}`,
    unread: 'could not be loaded',
  },
  withoutInternet: {
    all: (devices: string) => `No internet now: ${devices}`,
    device: (name: string, until: string) => (until === '' ? name : `${name} until ${until}`),
    more: (count: number) => `${count} more`,
  },
  unclassified: (count: number) => `Unclassified devices: ${count}`,
  now: {
    title: 'Traffic now',
    more: 'By device',
    chart: 'Internet traffic of the last 15 minutes',
    down: 'Download',
    up: 'Upload',
    failed: 'Traffic could not be loaded',
  },
  events: {
    title: 'Latest changes',
    more: 'All',
    moreLabel: 'All changes',
    empty: 'No changes yet.',
    failed: 'Changes could not be loaded',
    added: (who: string) => `Added by ${who}`,
    changed: (who: string) => `Changed by ${who}`,
    removed: (who: string) => `Removed by ${who}`,
    router: 'the router',
    anonymous: 'the first setup',
    forEveryone: ' for everyone',
    console: 'the router’s console',
    down: (link: string) => `No internet over ${link}`,
    back: (link: string) => `Internet over ${link} is back`,
    lasted: (length: string) => `After ${length}`,
  },
  blocked: {
    title: 'Most blocked',
    hint: 'Domains blocked by your lists and rules in the last 24 hours.',
    empty: 'Nothing was blocked in the last 24 hours.',
    failed: 'Blocked domains could not be loaded',
    times: (count: number) => (count === 1 ? 'once' : `${countOf(count)} times`),
    more: 'All',
    moreLabel: 'All queried domains',
  },
}
