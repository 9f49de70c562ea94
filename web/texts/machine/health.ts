import type { StorageState } from '../../../router/model/machine/health/state.ts'

/** Texts for the health and the power of the machine. */
export const machineHealthTexts = {
  now: {
    title: 'State of the machine',
    failed: 'The health of the machine could not be loaded',
    good: 'Everything is in order.',
    model: 'Machine',
    cpu: 'Processor',
    cpuOf: (busy: string, cores: number) => `${busy} busy, ${cores} ${cores === 1 ? 'core' : 'cores'}`,
    load: 'Load (1, 5, 15 min)',
    loadOf: (one: number, five: number, fifteen: number) =>
      [one, five, fifteen].map((load) => load.toFixed(2)).join(', '),
    memory: 'Memory',
    disk: 'Disk',
    freeOf: (free: string, total: string) => `${free} free of ${total}`,
    own: 'Memory of the router',
    uptime: 'Machine running for',
    router: 'Router running for',
    none: 'No temperature sensor',
    temperature: 'Temperature',
    temperatureOf: (celsius: string, limit: string) => `${celsius} °C, limit ${limit} °C`,
    celsius: (celsius: number) => `${celsius.toFixed(1)} °C`,
    storage: { eMMC: 'eMMC', 'SD card': 'SD card', NVMe: 'NVMe drive' } satisfies Record<StorageState['Kind'], string>,
    worn: (percent: number) => (percent > 100 ? 'Rated life exceeded' : `Up to ${percent} % of its life used`),
    ends: {
      normal: '',
      unknown: '',
      warning: '80 % of the spare memory used',
      urgent: 'Spare memory nearly used up',
    } satisfies Record<StorageState['EndOfLife'], string>,
    unknown: 'Wear not reported',
  },
  history: {
    title: 'Last 24 hours',
    hint: 'Averages of five minutes since the router started.',
    empty: 'The first values appear after five minutes.',
    failed: 'The history could not be loaded',
    use: 'Processor and memory in the last 24 hours',
    cpu: 'Processor',
    memory: 'Memory in use',
    temperature: 'Temperature in the last 24 hours',
    hottest: 'Hottest sensor',
  },
  power: {
    title: 'Restart and shut down',
    shared:
      'Reboot and shut down are not available: the router shares this machine with others, as in the virtual home.',
    restart: {
      button: 'Restart router',
      title: 'Restart the router?',
      hint: 'The firewall stays in force and open connections continue. The app, DNS and DHCP are unavailable for some seconds.',
    },
    reboot: {
      button: 'Reboot machine',
      title: 'Reboot the machine?',
      hint: 'Your home has no internet connection until it has started again, usually within two minutes.',
    },
    shutdown: {
      button: 'Shut down',
      title: 'Shut down the machine?',
      hint: 'Your home has no internet connection until you turn it on again by hand.',
    },
    done: {
      restart: 'The router is restarting.',
      reboot: 'The machine is rebooting.',
      shutdown: 'The machine is shutting down.',
    },
  },
}
