import type { trafficPhrases } from '../en/traffic.ts'

export const trafficGerman: Readonly<Record<keyof typeof trafficPhrases, string>> = {
  'traffic.networkUnknown': 'Es ist kein Netz bekannt, zu dem {1} gehört.',
  'traffic.vendorUnknown': 'Es ist kein Hersteller von Geräten mit der Adresse {1} bekannt.',
  'traffic.lookupDataUnreadable': 'Die Daten der Adressauskunft können nicht gelesen werden: {1}.',
  'traffic.lookupDataDamaged': 'Die Daten der Adressauskunft sind beschädigt, {1}: {2}. {3}',
  'traffic.lookupDataMissing': 'Die Daten der Adressauskunft fehlen: {1}. {2}',
  'traffic.limitDeviceOrGroup': 'Ein Limit braucht entweder Device oder Group.',
  'traffic.groupUnknown': 'Diese Gruppe gibt es nicht: {1}.',
  'traffic.limitExists': 'Für jedes Gerät und jede Gruppe ist nur ein Limit möglich.',
  'traffic.fromBeforeTo': 'muss vor to liegen',
  'traffic.searchText': 'muss eine einzelne Textzeile mit mindestens 2 Zeichen sein',
  'traffic.itemsAtMost': 'höchstens {1} auf einmal',
  'traffic.address': '{1} muss eine IPv4-Adresse wie 1.1.1.1 sein',
  'traffic.asNumber': '{1} muss die Nummer eines Netzes wie 13335 sein',
  'traffic.country': '{1} muss aus zwei Buchstaben nach ISO 3166-1 bestehen, zum Beispiel DE',
  'traffic.macAddress': '{1} muss eine MAC-Adresse wie 00:11:22:33:44:66 sein',
}
