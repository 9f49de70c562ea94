/** Texts of the fields that choose the devices of a rule. */
export const audienceTexts = {
  label: 'Applies to',
  chosen: 'These devices',
  chosenHint: 'Devices, or all devices of a group or with a tag.',
  all: 'All devices',
  allHint: 'Also devices that join later.',
  missing: 'Choose a device, a group or a tag, or “All devices”.',
}
