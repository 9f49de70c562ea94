import { countOf } from '../../../parts/values/amount.ts'
import type { homeTexts as english } from '../../home/dashboard.ts'
import { texts } from '../texts.ts'

/** German texts of the Home screen. */
export const homeTexts: typeof english = {
  title: texts.shell.start,
  internet: {
    title: 'Internet',
    up: 'Sie sind online',
    partly: 'Online, aber eine Verbindung ist unterbrochen',
    down: 'Kein Internet',
    none: 'Es ist keine Internetverbindung eingerichtet',
    noneHint: 'Für das Kabel Ihres Anbieters ist kein Anschluss eingerichtet.',
    unknown: 'Der Zustand der Internetverbindung konnte nicht geladen werden',
    answers: (ms) => `Antwortzeit ${ms < 1 ? 'unter 1' : Math.round(ms)} ms.`,
    steady: 'Keine Ausfälle in den letzten 24 Stunden.',
    steadySince: (length) => `Keine Ausfälle seit Beginn der Überwachung (${length}).`,
    interrupted: (length) => `Ausfall in den letzten 24 Stunden: ${length}.`,
    because: (reason, link) => (link === undefined ? `${reason}.` : `${link}: ${reason}.`),
    since: (time) => `Seit ${time}.`,
    more: 'Details',
    moreLabel: 'Details der Internetverbindung',
    links: 'Internetverbindungen',
    link: { active: 'in Gebrauch', spare: 'Reserve', down: 'unterbrochen' },
  },
  attention: {
    title: 'Braucht Ihre Aufmerksamkeit',
    list: 'Eine Sperrliste konnte nicht geladen werden',
    listHint: (address, reason) => `${address}: ${reason}`,
    paused: 'Der DNS-Filter ist für alle pausiert',
    pausedHint: (time) => `Er wird automatisch fortgesetzt: ${time}.`,
    drift: 'Einige Einstellungen konnten nicht angewendet werden',
    driftHint: (what, reason) => `${what}: ${reason}. Der Router versucht es weiter.`,
    port: (port, reason) =>
      reason === 'no such device'
        ? {
            title: `Anschluss ${port} fehlt`,
            hint: 'Stecken Sie ihn wieder ein, oder markieren Sie ihn unter „Anschlüsse“ als unbenutzt.',
          }
        : {
            title: `Anschluss ${port} konnte nicht eingerichtet werden`,
            hint: `${reason}. Der Router versucht es weiter.`,
          },
    tunnel: (name) => `Der Tunnel ${name} funktioniert nicht`,
    backup: 'Die letzte Sicherung auf einem anderen Rechner ist fehlgeschlagen',
    wrongClock: 'Die Uhr geht falsch',
    wrongClockHint:
      'Verschlüsseltes DNS und Downloads funktionieren vielleicht nicht, bis ein Zeitserver sie gestellt hat.',
    clock: 'Die Uhren weichen ab',
    clockHint: (gap) =>
      `Die Uhren des Routers und dieses Geräts weichen um ${gap} voneinander ab. Einmalcodes funktionieren vielleicht nicht, und Zeiten können falsch sein.`,
    alerts: (count) =>
      count === 1 ? '1 ungelesene Warnung' : `${count > 99 ? 'Über 99' : count} ungelesene Warnungen`,
    alertsHint: 'Sehen Sie nach, was geschehen ist.',
    newDevices: (count) => (count === 1 ? '1 neues Gerät verbunden' : `${count} neue Geräte verbunden`),
    newDevicesHint: (count) =>
      count === 1
        ? 'Es hat keinen Zugriff, bis Sie es benennen und etwas zulassen.'
        : 'Die Geräte haben keinen Zugriff, bis Sie sie benennen und etwas zulassen.',
  },
  figures: {
    devices: 'Geräte online',
    of: (known, unnamed) => `von ${known} bekannten${unnamed > 0 ? ` und ${unnamed} ohne Namen` : ''}`,
    today: 'Heute empfangen',
    sent: (amount) => `${amount} gesendet`,
    dns: 'DNS-Abfragen, 24 Stunden',
    blocked: (count, share) => `${count} gesperrt, ${share}`,
    unread: 'konnte nicht geladen werden',
  },
  withoutInternet: {
    all: (devices) => `Jetzt kein Internet: ${devices}`,
    device: (name, until) => (until === '' ? name : `${name} bis ${until}`),
    more: (count) => `${count} weitere`,
  },
  unclassified: (count) => `Geräte unbekannter Art: ${count}`,
  now: {
    title: 'Datenverkehr jetzt',
    more: 'Nach Gerät',
    chart: 'Internetverkehr der letzten 15 Minuten',
    down: 'Download',
    up: 'Upload',
    failed: 'Der Datenverkehr konnte nicht geladen werden',
  },
  events: {
    title: 'Letzte Änderungen',
    more: 'Alle',
    moreLabel: 'Alle Änderungen',
    empty: 'Noch keine Änderungen.',
    failed: 'Die Änderungen konnten nicht geladen werden',
    added: (who) => `Hinzugefügt durch ${who}`,
    changed: (who) => `Geändert durch ${who}`,
    removed: (who) => `Gelöscht durch ${who}`,
    router: 'den Router',
    anonymous: 'die Ersteinrichtung',
    forEveryone: ' für alle',
    console: 'die Konsole des Routers',
    down: (link) => `Kein Internet über ${link}`,
    back: (link) => `Wieder Internet über ${link}`,
    lasted: (length) => `Dauer: ${length}`,
  },
  blocked: {
    title: 'Am häufigsten gesperrt',
    hint: 'Domains, die Ihre Listen und Regeln in den letzten 24 Stunden gesperrt haben.',
    empty: 'In den letzten 24 Stunden wurde nichts gesperrt.',
    failed: 'Die gesperrten Domains konnten nicht geladen werden',
    times: (count) => (count === 1 ? 'einmal' : `${countOf(count)}-mal`),
    more: 'Alle',
    moreLabel: 'Alle abgefragten Domains',
  },
}
