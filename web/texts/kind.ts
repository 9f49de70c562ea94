/** Texts about the likely kind of a device. */
export const kindTexts = {
  title: 'Kind of device',
  hint: 'Estimated from what the device sends. A device can claim to be another kind, so this permits nothing.',
  newTitle: 'New device',
  newHint: 'Everything is blocked until you allow it.',
  failed: 'The kind of the device could not be loaded',
  kind: 'Likely kind',
  unknown: 'Unknown',
  sure: { High: 'very likely', Medium: 'likely', Low: 'possibly', Unknown: 'unknown' },
  likely: (kind: string, sure: string) => `${kind} (${sure})`,
  /** Names of kinds that differ from those of the API. */
  names: {} as Readonly<Record<string, string>>,
  set: 'set by you',
  vendor: 'Manufacturer',
  model: 'Model',
  hostname: 'Host name',
  announces: 'Announces',
  reasons: 'Why',
  choice: 'Correct the kind',
  automatic: 'Estimate automatically',
  letIn: 'Name it and allow internet',
  shutOut: 'Block device',
}
