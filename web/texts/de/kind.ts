import type { kindTexts as english } from '../kind.ts'

/** German texts about the likely kind of a device. */
export const kindTexts: typeof english = {
  title: 'Art des Geräts',
  hint: 'Geschätzt aus dem, was das Gerät sendet. Ein Gerät kann sich als andere Art ausgeben, deshalb wird dadurch nichts zugelassen.',
  newTitle: 'Neues Gerät',
  newHint: 'Alles ist gesperrt, bis Sie es zulassen.',
  failed: 'Die Art des Geräts konnte nicht geladen werden',
  kind: 'Wahrscheinliche Art',
  unknown: 'Unbekannt',
  sure: { High: 'sehr wahrscheinlich', Medium: 'wahrscheinlich', Low: 'möglicherweise', Unknown: 'unbekannt' },
  likely: (kind, sure) => `${kind} (${sure})`,
  set: 'von Ihnen festgelegt',
  vendor: 'Hersteller',
  model: 'Modell',
  hostname: 'Hostname',
  announces: 'Kündigt an',
  reasons: 'Gründe',
  choice: 'Art korrigieren',
  automatic: 'Automatisch schätzen',
  letIn: 'Benennen und Internet zulassen',
  shutOut: 'Aussperren',
}
