import { decimalOf } from '../../../parts/values/amount.ts'
import type { machineHealthTexts as english } from '../../machine/health.ts'

/** German texts for the health and the power of the machine. */
export const machineHealthTexts: typeof english = {
  now: {
    title: 'Zustand des Rechners',
    failed: 'Der Zustand des Rechners konnte nicht geladen werden',
    good: 'Alles ist in Ordnung.',
    model: 'Rechner',
    cpu: 'Prozessor',
    cpuOf: (busy, cores) => `${busy} ausgelastet, ${cores} ${cores === 1 ? 'Kern' : 'Kerne'}`,
    load: 'Systemlast (1, 5, 15 Min.)',
    loadOf: (one, five, fifteen) => [one, five, fifteen].map((load) => decimalOf(load, 2)).join(' · '),
    memory: 'Arbeitsspeicher',
    disk: 'Datenträger',
    freeOf: (free, total) => `${free} von ${total} frei`,
    own: 'Arbeitsspeicher des Routers',
    uptime: 'Laufzeit des Rechners',
    router: 'Laufzeit des Routers',
    none: 'Kein Temperatursensor',
    temperature: 'Temperatur',
    temperatureOf: (celsius, limit) => `${celsius} °C, Grenze ${limit} °C`,
    celsius: (celsius) => `${decimalOf(celsius, 1)} °C`,
    storage: { eMMC: 'eMMC', 'SD card': 'SD-Karte', NVMe: 'NVMe-Laufwerk' },
    worn: (percent) =>
      percent > 100 ? 'Vorgesehene Lebensdauer überschritten' : `Bis zu ${percent} % der Lebensdauer verbraucht`,
    ends: {
      normal: '',
      unknown: '',
      warning: '80 % der Reserve verbraucht',
      urgent: 'Reserve fast verbraucht',
    },
    unknown: 'Abnutzung nicht gemeldet',
  },
  history: {
    title: 'Letzte 24 Stunden',
    hint: 'Mittelwerte über je fünf Minuten seit dem Start des Routers.',
    empty: 'Die ersten Werte erscheinen nach fünf Minuten.',
    failed: 'Der Verlauf konnte nicht geladen werden',
    use: 'Prozessor und Arbeitsspeicher in den letzten 24 Stunden',
    cpu: 'Prozessor',
    memory: 'Belegter Arbeitsspeicher',
    temperature: 'Temperatur in den letzten 24 Stunden',
    hottest: 'Wärmster Sensor',
  },
  power: {
    title: 'Neu starten und herunterfahren',
    shared:
      'Neustart und Herunterfahren des Rechners sind nicht möglich: Auf ihm laufen auch andere Programme, wie im virtuellen Zuhause.',
    restart: {
      button: 'Router neu starten',
      title: 'Router neu starten?',
      hint: 'Die Firewall bleibt aktiv, offene Verbindungen bleiben bestehen. App, DNS und DHCP sind einige Sekunden nicht verfügbar.',
    },
    reboot: {
      button: 'Rechner neu starten',
      title: 'Rechner neu starten?',
      hint: 'Bis er wieder gestartet ist, hat der Haushalt kein Internet, meist weniger als zwei Minuten.',
    },
    shutdown: {
      button: 'Herunterfahren',
      title: 'Rechner herunterfahren?',
      hint: 'Der Haushalt hat kein Internet, bis Sie ihn von Hand wieder einschalten.',
    },
    done: {
      restart: 'Der Router startet neu.',
      reboot: 'Der Rechner startet neu.',
      shutdown: 'Der Rechner fährt herunter.',
    },
  },
}
