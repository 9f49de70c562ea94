/** Messages of the router in German: those that several areas have. */
export const commonMessages: Readonly<Record<string, string>> = {
  'there is no link {1}': 'es gibt keine Schnittstelle {1}',
  'must have at most {1} characters': 'darf höchstens {1} Zeichen haben',
  'must not contain control characters': 'darf keine Steuerzeichen enthalten',
  'is missing': 'fehlt',
  'must not be empty': 'darf nicht leer sein',
  'There is no such rule.': 'Diese Regel gibt es nicht.',
  'there is no device {1}': 'es gibt kein Gerät {1}',
  '{1} is not connected': '{1} ist nicht verbunden',
  'no such link: {1}': 'diese Schnittstelle gibt es nicht: {1}',
  'must be the address of one device, not a group, broadcast or zero address':
    'muss die Adresse eines einzelnen Geräts sein, keine Gruppen-, Broadcast- oder Nulladresse',
  '{1} belongs to {2}': '{1} gehört zu {2}',
  'must be a device address of a home network: the third of its /30 block':
    'muss eine Geräteadresse eines Heimnetzes sein: die dritte ihres /30-Blocks',
  'No free address: use a larger home network.': 'Keine freie Adresse: Verwenden Sie ein größeres Heimnetz.',
  'overlaps {1}, {2}': 'überschneidet sich mit {1}, {2}',
  'is no address of a host': 'ist keine Adresse eines Hosts',
  'There are {1} names, which is the maximum: delete one first.':
    'Es gibt {1} Namen, das ist die Höchstzahl: Löschen Sie zuerst einen.',
  '{1} means the stored one, and there is none': '{1} steht für den gespeicherten Wert, und es gibt keinen',
  'there is no group {1}': 'es gibt keine Gruppe {1}',
  '{1} cannot be routed': 'für {1} ist keine Route möglich',
  'must be a domain such as example.org': 'muss eine Domain wie example.org sein',
  'must be {1}': 'muss {1} sein',
}
