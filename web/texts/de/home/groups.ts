import type { groupTexts as english } from '../../home/groups.ts'
import { list } from '../list.ts'

/** German texts of the groups screen. */
export const groupTexts: typeof english = {
  title: 'Gruppen',
  hint: 'Geräte derselben Gruppe erreichen einander. Ein Gerät kann in mehreren Gruppen sein oder in keiner.',
  failed: 'Die Gruppen konnten nicht geladen werden',
  empty: 'Noch keine Gruppen',
  emptyHint:
    'Erstellen Sie eine für Geräte, die einander erreichen sollen, zum Beispiel ein Telefon und seine Lautsprecher.',
  newName: 'Name der Gruppe',
  newPlaceholder: 'Zum Beispiel Familie',
  make: 'Gruppe erstellen',
  made: (name) => `Gruppe „${name}“ erstellt. Fügen Sie nun Geräte hinzu.`,
  nameEmpty: 'Geben Sie einen Namen ein.',
  nameTaken: (name) => `Eine Gruppe „${name}“ gibt es schon.`,
  meaning: (names, isOff) => {
    if (isOff) return 'Deaktiviert: Die Zugehörigkeit hat keine Wirkung.'
    if (names.length === 0) return 'Noch keine Geräte.'
    if (names.length === 1)
      return `Nur ${names[0]}. Regeln, Eltern und Berechtigungen von Apps können die Gruppe nutzen. Mit einem weiteren Gerät erreichen die beiden einander.`
    if (names.length > 6) return `Diese ${names.length} Geräte erreichen einander.`
    return `${list(names)} erreichen einander.`
  },
  on: (group) => `${group} aktivieren`,
  members: (group) => `Geräte in ${group}`,
  add: 'Gerät hinzufügen',
  addTo: (group) => `Gerät zu ${group} hinzufügen`,
  noDeviceLeft: 'Keine passenden Geräte',
  all: (count) => `Alle ${count} anzeigen`,
  take: (device, group) => `${device} aus ${group} entfernen`,
  rename: 'Umbenennen',
  renameTitle: (group) => `${group} umbenennen`,
  renameHint: 'Der Zugriff ihrer Geräte bleibt.',
  newNameOf: 'Neuer Name',
  save: 'Umbenennen',
  remove: 'Löschen',
  removeTitle: (group) => `${group} löschen?`,
  removeHint: 'Ihre Geräte bleiben. Verbindungen, die nur diese Gruppe zuließ, werden sofort geschlossen.',
  removeConfirm: 'Löschen',
}
