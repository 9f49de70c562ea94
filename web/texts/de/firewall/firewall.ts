import type { firewallTexts as english } from '../../firewall/firewall.ts'
import { list } from '../list.ts'

type Protocol = 'tcp' | 'udp'

/** Names as a list; of more than five only the first few. */
function people(names: readonly string[]): string {
  if (names.length <= 5) return list(names)
  return list([...names.slice(0, 4), `${names.length - 4} weitere`])
}
const can = (names: readonly string[]): string => (names.length === 1 ? 'kann' : 'können')

/** As the object of a sentence. */
const object = (end: string): string => end.replace(/^Das /, 'das ').replace(/^Der /, 'den ')

const NO_DEVICE = 'Niemand'
/** What a block prevents for each protocol, around the destination. */
const talk = (protocol: Protocol, to: string, through = ''): string =>
  protocol === 'tcp' ? `TCP-Verbindungen${through} zu ${to} öffnen` : `UDP-Pakete${through} zu ${to} senden`
const withPort = (to: string, ports: string | undefined): string =>
  ports === undefined ? to : `${to} an ${atPort(ports)}`
const cannot = (from: string, rest: string): string => `${from} kann ${from === NO_DEVICE ? '' : 'keine '}${rest}.`
const upper = (protocol: Protocol): string => protocol.toUpperCase()
/** A port, or a range. */
const atPort = (ports: string): string => `${ports.includes('-') ? 'den Ports' : 'Port'} ${ports}`

interface FieldWords {
  readonly label: string
  readonly hint: string
}

const place = 'Ein Gerät, eine Adresse oder ein Netz wie 192.168.2.0/24.'
const port = 'Ein Port wie 80, ein Bereich wie 8000-8100, oder any für alle.'

const fields = {
  all: {
    RuleName: { label: 'Name', hint: 'Optional.' },
    Description: { label: 'Beschreibung', hint: 'Optional.' },
    Protocol: { label: 'Protokoll', hint: '' },
    SrcIP: { label: 'Von', hint: place },
    DstIP: { label: 'Zu', hint: place },
    Port: { label: 'Port', hint: port },
  },
  byKind: {
    forward: {
      SrcPort: { label: 'Externer Port', hint: port },
      DstIP: { label: 'Gerät', hint: 'Der Name oder die Adresse eines Geräts.' },
      DstPort: { label: 'Port am Gerät', hint: 'Leer lassen für den externen Port.' },
      SrcIP: { label: 'Zugelassene Absender', hint: 'Alle, oder eine Adresse oder ein Netz im Internet.' },
    },
    endpoint: {
      RuleName: { label: 'Name', hint: 'Ersetzt eine Regel mit demselben Namen.' },
      Tags: { label: 'Etiketten', hint: 'Gilt für Geräte mit einem dieser Etiketten.' },
      IP: { label: 'Adresse', hint: `${place} Oder leer lassen und eine Domain eingeben.` },
      Domain: { label: 'Domain', hint: 'Statt einer Adresse. Ihre Adressen werden automatisch aktualisiert.' },
    },
    block: {},
    block_forward: {
      DstPort: { label: 'Port', hint: 'Ein Port wie 443, oder ein Bereich. Leer lassen für alle Ports.' },
    },
    block_output: {
      DstPort: { label: 'Port', hint: 'Ein Port wie 443, oder ein Bereich. Leer lassen für alle Ports.' },
      SrcIP: { label: 'Absenderadresse', hint: 'Nur wenn der Router mehrere Adressen hat.' },
    },
    service_port: {
      Port: { label: 'Port', hint: 'Eine Zahl von 1 bis 65535.' },
      UpstreamEnabled: { label: 'Für das Internet öffnen', hint: 'Alle im Internet können sich verbinden.' },
    },
    multicast: {
      Port: { label: 'Port', hint: 'Eine Zahl von 1 bis 65535.' },
      Upstream: { label: 'Auch vom Internetanschluss annehmen', hint: 'Selten nötig.' },
    },
    custom_interface: {
      Interface: { label: 'Schnittstelle', hint: 'Der Name im System, zum Beispiel docker0.' },
      SrcIP: { label: 'Netz', hint: 'Zum Beispiel 172.18.0.0/16.' },
      RouteDst: { label: 'Gateway', hint: 'Leer lassen, wenn das Netz direkt verbunden ist.' },
      Policies: { label: 'Zugriff', hint: '' },
      Groups: { label: 'Gruppen', hint: 'Sie und die Geräte dieser Gruppen erreichen einander.' },
      Tags: { label: 'Etiketten', hint: 'Regeln für diese Etiketten gelten. Nur für eine einzelne Adresse.' },
    },
  },
}

/** German texts of the firewall screens. */
export const firewallTexts: typeof english = {
  title: 'Firewall',
  pages: 'Bereiche der Firewall',
  rules: 'Regeln',
  hint: 'Regeln zusätzlich zu Richtlinien und Gruppen. Verbindungen aus dem Internet sind ohne Regel gesperrt.',
  failed: 'Die Regeln konnten nicht geladen werden',
  back: 'Alle Regeln',
  add: 'Hinzufügen',
  off: 'Aus',
  idleNow: 'Trifft auf nichts zu:',
  isOn: (name) => `${name} aktivieren`,
  missing: 'Regel nicht gefunden',
  missingHint: 'Vielleicht wurde sie geändert oder gelöscht.',
  unknownKind: 'Unbekannte Art von Regel',
  unknownKindHint: 'Prüfen Sie die Adresse.',

  known: {
    'tcp 22': 'SSH',
    'tcp 80': 'Diese App',
    'tcp 443': 'Diese App, verschlüsselt',
    'udp 5353': 'Drucker, Lautsprecher und Bildschirme',
    'udp 1900': 'Mediengeräte und Spielkonsolen',
  },

  chapters: {
    open: 'Zulassen',
    blocked: 'Sperren',
    router: 'Router',
    other: 'Andere Netze',
  },
  kinds: {
    forward: {
      title: 'Portfreigaben',
      hint: 'Leiten Ports Ihrer Internetadresse an ein Gerät weiter.',
      none: 'Es sind keine Ports freigegeben.',
      one: 'Portfreigabe hinzufügen',
      edit: 'Portfreigabe',
      about: 'Verbindungen zu diesem Port Ihrer Internetadresse werden an das Gerät weitergeleitet.',
    },
    endpoint: {
      title: 'Zugriff nach Etikett',
      hint: 'Geräte mit einem Etikett erreichen ein Ziel, ohne weitere Richtlinie.',
      none: 'Noch keine Regeln.',
      one: 'Zugriff hinzufügen',
      edit: 'Zugriff nach Etikett',
      about:
        'Das Ziel kann ein Gerät sein, ein Server im Internet oder einer hinter dem Internetanschluss. Nur in einer Richtung.',
    },
    block: {
      title: 'Datenverkehr sperren',
      hint: 'Verwirft jeden Datenverkehr zwischen einer Quelle und einem Ziel, auf allen Ports.',
      none: 'Noch keine Regeln.',
      one: 'Sperre hinzufügen',
      edit: 'Gesperrter Datenverkehr',
      about: 'Auch Datenverkehr zum Router. Offene Verbindungen werden geschlossen.',
    },
    block_forward: {
      title: 'Weitergeleiteten Verkehr sperren',
      hint: 'Hat Vorrang vor allen anderen Regeln. Kann auf einen Port begrenzt werden.',
      none: 'Noch keine Regeln.',
      one: 'Sperre hinzufügen',
      edit: 'Gesperrter weitergeleiteter Verkehr',
      about: 'Zwischen Geräten sowie zwischen Geräten und Internet. Der Router bleibt erreichbar.',
    },
    block_output: {
      title: 'Verkehr des Routers sperren',
      hint: 'Verbindungen, die der Router selbst öffnet, nicht die Ihrer Geräte.',
      none: 'Noch keine Regeln.',
      one: 'Sperre hinzufügen',
      edit: 'Gesperrter Verkehr des Routers',
      about: 'Für Verbindungen, die der Router selbst öffnet.',
    },
    service_port: {
      title: 'Offene Ports',
      hint: 'Ports des Routers, die Geräte erreichen, zum Beispiel diese App.',
      none: 'Es sind keine Ports offen.',
      one: 'Offenen Port hinzufügen',
      edit: 'Offener Port',
      about: 'Die Firewall nimmt Verbindungen zu diesem Port an. Ein Dienst muss dort lauschen.',
    },
    multicast: {
      title: 'Multicast-Ports',
      hint: 'UDP-Ports, auf denen Geräte ihre Dienste ankündigen, zum Beispiel Drucker und Lautsprecher.',
      none: 'Es sind keine Multicast-Ports offen.',
      one: 'Multicast-Port hinzufügen',
      edit: 'Multicast-Port',
      about: 'Ein UDP-Port, auf dem der Router Multicast-Pakete empfängt.',
    },
    custom_interface: {
      title: 'Andere Schnittstellen',
      hint: 'Container-Netze und andere Netze, und ihr Zugriff.',
      none: 'Keine anderen Schnittstellen.',
      one: 'Schnittstelle hinzufügen',
      edit: 'Schnittstelle',
      about: 'Das Netz hinter dieser Schnittstelle hat nur den Zugriff, den Sie hier auswählen.',
    },
  },

  says: {
    noDevice: NO_DEVICE,
    anywhere: 'irgendeinem Ziel',
    port: (ports, protocol) => `${upper(protocol)}-Port${ports.includes('-') ? 's' : ''} ${ports}`,
    everyPort: (protocol) => `alle ${upper(protocol)}-Ports`,
    forward: ({ who, port, to, at }) => {
      const leads = /Ports/.test(port) ? 'werden' : 'wird'
      const end = at === undefined ? to : `${to}, Port${at.includes('-') ? 's' : ''} ${at},`
      return `${who === undefined ? 'Aus dem Internet' : `Nur von ${who}`}: ${port} ${leads} an ${end} weitergeleitet.`
    },
    endpoint: (tags, who, place, port) => {
      if (tags.length === 0)
        return `${who.length === 0 ? NO_DEVICE : people(who)} ${who.length > 1 ? 'dürfen' : 'darf'} ${place} erreichen: ${port}.`
      const quoted = tags.map((tag) => `„${tag}“`)
      const names = who.length === 0 ? '' : ` (${people(who)})`
      return `Geräte mit dem Etikett ${list(quoted, 'disjunction')}${names} dürfen ${place} erreichen: ${port}.`
    },
    block: (from, to, protocol) => cannot(from, talk(protocol, to)),
    blockForward: (from, to, ports, protocol) => cannot(from, talk(protocol, withPort(to, ports), ' durch den Router')),
    blockOutput: (to, port, from, protocol) =>
      [
        `Der Router selbst kann keine ${talk(protocol, withPort(to, port))}`,
        from === undefined ? '' : ` (von seiner Adresse ${from})`,
        '.',
      ].join(''),
    servicePort: (port, upstream) =>
      `Geräte zu Hause${upstream ? ' und alle im Internet' : ''} dürfen den Router erreichen: ${port}.`,
    multicast: (port, upstream) =>
      `Der Router nimmt Multicast von Geräten zu Hause${upstream ? ' und vom Internetanschluss' : ''} an: ${port}.`,
    customInterface: (link, net, allowed, groups) => {
      const does = allowed.length === 0 ? 'hat keinen Zugriff' : `darf ${list(allowed)}`
      const belongs =
        groups.length === 0 ? '' : ` und ist in ${groups.length > 1 ? 'den Gruppen' : 'der Gruppe'} ${list(groups)}`
      return `${net} an ${link} ${does}${belongs}.`
    },
  },
  ends: { internet: 'Das Internet', router: 'Der Router', multicast: 'die Multicast-Ports des Routers' },
  at: (protocol, port, asked) => {
    if (protocol === 'icmp') return ' per Ping'
    if (port === null) return ` über ${protocol.toUpperCase()}`
    return ` an ${protocol.toUpperCase()}-Port ${port}${asked === null ? '' : ` (externer Port ${asked})`}`
  },
  preview: {
    title: 'Vorschau',
    hint: 'Berechnet mit den Geräten, die jetzt verbunden sind.',
    waiting: 'Füllen Sie das Formular aus, um zu sehen, was die Regel ändert.',
    unchanged: 'Noch keine Änderungen.',
    looking: 'Wird geprüft…',
    opens: 'Lässt zu',
    closes: 'Sperrt',
    nothing: 'Keine Wirkung auf die Geräte, die jetzt verbunden sind.',
    more: 'Und weitere.',
    kept: (ports) =>
      `${list(ports)} ${ports.length === 1 ? 'ist ein Port' : 'sind Ports'} des Routers und ${ports.length === 1 ? 'wird' : 'werden'} nicht weitergeleitet.`,
    failed: 'Diese Regel ist nicht möglich:',
    opened: (from, to, at) => `${people(from)} ${can(from)} ${object(to)}${at} erreichen.`,
    closed: (from, to, at) => `${people(from)} ${can(from)} ${object(to)}${at} nicht mehr erreichen.`,
  },
  router: {
    ping: 'Ping',
    pingHint: 'Woher der Router auf Pings antwortet.',
    pingLan: 'Geräte zu Hause',
    pingWan: 'Internet',
    dns: 'DNS-Server des Routers',
    dnsHint:
      'Für eigene Abfragen des Routers, zum Beispiel für Aktualisierungen. Leer lassen für den DNS-Server Ihres Heimnetzes.',
    dnsEmpty: 'DNS-Server Ihres Heimnetzes',
  },
  outside: {
    title: 'Externe Adresse:',
    behind: 'Das ist eine private Adresse: Vor diesem Router steht ein weiterer und muss den Port an ihn weiterleiten.',
  },
  form: {
    title: 'Regel',
    everybody: 'Alle',
    unnamed: 'Gerät ohne Namen',
    on: 'Aktiviert',
    more: 'Name und Beschreibung',
    onHint: 'Eine deaktivierte Regel bleibt erhalten und hat keine Wirkung.',
    save: 'Speichern',
    add: 'Regel hinzufügen',
    saved: 'Regel gespeichert.',
    savedOff: 'Regel gespeichert. Sie ist deaktiviert.',
    removed: 'Regel gelöscht.',
    remove: 'Regel löschen',
    removeTitle: 'Diese Regel löschen?',
    removeConfirm: 'Löschen',
    confirm: 'Nach einer Minute ohne Bestätigung zurücksetzen',
    confirmHint: 'Schützt davor, dass Sie sich aussperren: Sie bestätigen die Änderung in einer Leiste am oberen Rand.',
    fieldOf: (kind, name): FieldWords =>
      (fields.byKind[kind] as Readonly<Record<string, FieldWords>>)[name] ??
      (fields.all as Readonly<Record<string, FieldWords>>)[name] ?? { label: name, hint: '' },
  },
  complaints: {
    'field.ipAddress': 'muss eine IPv4-Adresse wie 192.168.2.6 sein',
    'firewall.addressOrNetwork': 'muss eine IPv4-Adresse oder ein Netz wie 192.168.2.0/24 sein',
    'firewall.ports': 'muss „any“, ein Port von 1 bis 65535 oder ein Bereich wie 8000-8100 sein',
    'field.portNumber': 'muss ein Port von 1 bis 65535 sein',
    'internet.linkName':
      'muss der Name einer Schnittstelle mit höchstens 15 Buchstaben, Ziffern, Strichen und Punkten sein, nicht „all“ oder „default“',
    'home.label':
      'muss mit einem Buchstaben oder einer Ziffer beginnen und aus höchstens 63 Buchstaben, Ziffern, Leerzeichen oder . _ : - bestehen',
    'field.notEmpty': 'darf nicht leer sein',
    'field.tooLong': 'darf höchstens {1} Zeichen haben',
    'field.noControlCharacters': 'darf keine Steuerzeichen enthalten',
  },
  portMissing: 'fehlt; „any“ steht für alle Ports',
  endMissing: 'fehlt; „Alle“ steht für alle Adressen',
  unknownName: 'ist nicht der Name eines Geräts, das eine Adresse hat',
  nameMissing: 'fehlt',
  tagMissing: 'fehlen: Geben Sie mindestens eines ein',
  policies: {
    wan: { label: 'Internet nutzen', does: 'das Internet nutzen' },
    dns: { label: 'Namen auflösen', does: 'Namen auflösen' },
    api: { label: 'Diese App nutzen', does: 'diese App nutzen' },
    lan: { label: 'Alle Geräte zu Hause erreichen, in beiden Richtungen', does: 'alle Geräte zu Hause erreichen' },
    lan_upstream: {
      label: 'Private Netze hinter dem Internetanschluss erreichen',
      does: 'private Netze hinter dem Internetanschluss erreichen',
    },
    disabled: { label: 'Deaktiviert: kein Zugriff, unabhängig von der übrigen Auswahl', does: 'nichts tun' },
  },

  idle: {
    noDevice: (net) =>
      net.includes('/') && !net.endsWith('/32')
        ? `Kein Gerät hat eine Adresse in ${net}.`
        : `Kein Gerät hat die Adresse ${net.replace('/32', '')}.`,
    elsewhere: (ip) => `${ip} liegt nicht in diesem Heimnetz.`,
    tags: (tags) => `Kein Gerät hat das Etikett ${list(tags, 'disjunction')}.`,
    link: (link) => `Es gibt keine Schnittstelle ${link}.`,
  },
}
