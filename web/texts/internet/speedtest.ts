import { decimalOf } from '../../parts/values/amount.ts'
/** Texts of the speed test. */
export const speedTexts = {
  own: {
    title: 'From this device to the router',
    hint: 'Measures your wifi or cable only, without the internet.',
    start: 'Start test',
    again: 'Test again',
    stop: 'Stop',
    steps: {
      idle: 'Takes about ten seconds.',
      wait: 'Latency…',
      down: 'Download…',
      up: 'Upload…',
      done: 'Done.',
    },
    down: 'Download',
    up: 'Upload',
    wait: 'Latency',
    ms: (ms: number) => `${decimalOf(ms, ms < 10 ? 1 : 0)} ms`,
    nothing: '–',
    summary: (down: string, up: string) => `Done: download ${down}, upload ${up}.`,
  },
  internet: {
    title: 'From the router to the internet',
    hint: 'Measures your internet connection. Takes ten seconds and uses up to 100 MB.',
    start: 'Start test',
    again: 'Test again',
    nothing: '–',
    over: (link: string) => `Download over ${link}`,
    busy: 'Measuring…',
    failed: 'Earlier results could not be loaded',
    never: 'No results yet',
  },
  source: {
    fetches: 'Downloads',
    change: 'Change',
    url: 'Test file URL',
    hint: 'A large file on a fast server, such as that of your provider. Empty for the default.',
    save: 'Save',
    cancel: 'Cancel',
  },
}
