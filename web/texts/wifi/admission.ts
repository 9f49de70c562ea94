/** Texts of devices that could not join. */
export const attemptTexts = {
  title: 'Failed attempts',
  hint: 'Devices that could not join since the router started.',
  none: 'No failed attempts since the router started.',
  failed: 'Failed attempts could not be loaded',
  because: (cause: string, count: number) => (count === 1 ? cause : `${cause}, ${count} times`),
  causes: {
    'wrong passphrase': 'Wrong passphrase',
    'unknown device': 'Unknown device',
    disabled: 'This device is disabled',
    'WPA2 only': 'Its passphrase is for WPA2, but it used WPA3',
    'passphrase of another device': 'Used the passphrase of another device',
    'passphrase already used': 'This passphrase is already used by another device',
  },
}
