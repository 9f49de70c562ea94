/** How fast the way is: to the router, and from there on. */
export const speedTexts = {
  own: {
    title: 'From this device to the router',
    hint: 'Your wifi or cable alone: nothing of it goes to the internet.',
    start: 'Measure',
    again: 'Measure again',
    stop: 'Stop',
    steps: {
      idle: 'Takes about ten seconds.',
      wait: 'How quickly the router answers…',
      down: 'Download…',
      up: 'Upload…',
      done: 'Done.',
    },
    down: 'Download',
    up: 'Upload',
    wait: 'Answers within',
    ms: (ms: number) => `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`,
    nothing: '–',
    summary: (down: string, up: string) => `Done: download ${down}, upload ${up}.`,
  },
  internet: {
    title: 'From the router to the internet',
    hint: 'What your provider delivers. Fetches a file for at most ten seconds, 100 MB at most.',
    start: 'Measure',
    busy: 'Measuring…',
    failed: 'Earlier measurements could not be read',
    never: 'Not measured yet.',
  },
} as const
