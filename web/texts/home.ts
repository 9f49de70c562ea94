import { texts } from '../texts.ts'

/** What the start page says. */
export const homeTexts = {
  title: texts.shell.start,
  internet: {
    title: 'Internet',
    up: 'You are online',
    partly: 'Online, but a connection is down',
    down: 'No internet',
    none: 'No internet connection is set up',
    noneHint: 'None of the router’s ports is meant for the cable from your provider.',
    unknown: 'Whether the internet is there could not be read',
    answers: (ms: number) => `The internet answers within ${ms < 1 ? '1' : Math.round(ms)} ms.`,
    steady: 'No interruption in the last 24 hours.',
    steadySince: (length: string) => `No interruption since the router began to watch, ${length} ago.`,
    interrupted: (length: string) => `Interrupted for ${length} in the last 24 hours.`,
    because: (reason: string, link?: string) =>
      link === undefined ? `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.` : `${link}: ${reason}.`,
    since: (time: string) => `Since ${time}.`,
    more: 'Details',
    moreLabel: 'Details of the internet connection',
    links: 'Connections to your provider',
    link: { active: 'in use', spare: 'waits as a spare', down: 'down' },
  },
  attention: {
    title: 'Needs your attention',
    list: 'A block list could not be fetched',
    listHint: (address: string, reason: string) => `${address}: ${reason}`,
    resting: 'Blocking is paused for everyone',
    restingHint: (time: string) => `Until ${time}, then it goes on by itself.`,
    drift: 'A part of the router is not as it should be',
    driftHint: (what: string, reason: string) => `${what}: ${reason}. It is tried again by itself.`,
    port: (port: string, reason: string) =>
      reason === 'no such device'
        ? {
            title: `The port ${port} is missing`,
            hint: 'Plug it in again, or say under Ports that it is not used any more.',
          }
        : { title: `The port ${port} is not as it should be`, hint: `${reason}. It is tried again by itself.` },
    clock: 'The clocks do not agree',
    clockHint: (gap: string) =>
      `The router’s clock and this computer’s differ by ${gap}. One-time codes and times of day may be wrong.`,
    newcomers: (count: number) =>
      count === 1 ? 'A new device has come by itself' : `${count} new devices have come by themselves`,
    newcomersHint: (count: number) =>
      count === 1
        ? 'It may do nothing until you give it a name and open something for it.'
        : 'They may do nothing until you give them names and open something for them.',
  },
  figures: {
    devices: 'Devices online',
    of: (all: number) => `of ${all} that the router knows`,
    today: 'Received today',
    sent: (amount: string) => `${amount} sent`,
    dns: 'Names looked up in a day',
    blocked: (count: string, share: string) => `${count} blocked, ${share}`,
    unread: 'could not be read',
  },
  now: {
    title: 'Traffic now',
    more: 'By device',
    chart: 'Internet traffic of the last 15 minutes',
    down: 'Download',
    up: 'Upload',
    failed: 'The traffic could not be read',
  },
  events: {
    title: 'Latest changes',
    more: 'All',
    moreLabel: 'All changes',
    empty: 'Nothing has been changed yet.',
    failed: 'The changes could not be read',
    added: (who: string) => `Added by ${who}`,
    changed: (who: string) => `Changed by ${who}`,
    removed: (who: string) => `Removed by ${who}`,
    router: 'the router',
    nobody: 'the first setup',
    forEveryone: ' for everyone',
    console: 'the router’s console',
    down: (link: string) => `No internet over ${link}`,
    back: (link: string) => `Internet over ${link} is back`,
    lasted: (length: string) => `After ${length}`,
  },
  blocked: {
    title: 'Blocked most',
    hint: 'Names that your block lists and rules kept away in the last 24 hours.',
    empty: 'Nothing was blocked in the last 24 hours.',
    failed: 'What was blocked could not be read',
    times: (count: number) => (count === 1 ? 'once' : `${new Intl.NumberFormat().format(count)} times`),
    more: 'All',
    moreLabel: 'All names that were asked for',
  },
} as const
