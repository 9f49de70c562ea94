import { decimalOf } from '../../../parts/values/amount.ts'
import type { speedTexts as english } from '../../internet/speedtest.ts'

/** German texts of the speed test. */
export const speedTexts: typeof english = {
  own: {
    title: 'Von diesem Gerät zum Router',
    hint: 'Misst nur Ihr WLAN oder Kabel, ohne das Internet.',
    start: 'Test starten',
    again: 'Erneut testen',
    stop: 'Anhalten',
    steps: {
      idle: 'Dauert etwa zehn Sekunden.',
      wait: 'Antwortzeit…',
      down: 'Download…',
      up: 'Upload…',
      done: 'Fertig.',
    },
    down: 'Download',
    up: 'Upload',
    wait: 'Antwortzeit',
    ms: (ms) => `${decimalOf(ms, ms < 10 ? 1 : 0)} ms`,
    nothing: '–',
    summary: (down, up) => `Fertig: Download ${down}, Upload ${up}.`,
  },
  internet: {
    title: 'Vom Router ins Internet',
    hint: 'Misst Ihre Internetverbindung. Dauert zehn Sekunden und verbraucht bis zu 100 MB.',
    start: 'Test starten',
    again: 'Erneut testen',
    nothing: '–',
    over: (link) => `Download über ${link}`,
    busy: 'Wird gemessen…',
    failed: 'Frühere Ergebnisse konnten nicht geladen werden',
    never: 'Noch keine Ergebnisse',
  },
  source: {
    fetches: 'Testdatei',
    change: 'Ändern',
    url: 'URL der Testdatei',
    hint: 'Eine große Datei auf einem schnellen Server, etwa Ihres Internetanbieters. Leer für die Voreinstellung.',
    save: 'Speichern',
    cancel: 'Abbrechen',
  },
}
