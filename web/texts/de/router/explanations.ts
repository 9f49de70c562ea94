import { POLICY_TITLES } from '../../../../router/model/home/devices/title.ts'
import { texts } from '../texts.ts'

/** Titles of policies, in German. Reasons have them in quotation marks, as they have names. */
export const policyTitles: Readonly<Record<string, string>> = Object.fromEntries(
  (Object.keys(POLICY_TITLES) as (keyof typeof POLICY_TITLES)[]).map((policy) => [
    POLICY_TITLES[policy],
    texts.policies[policy].title,
  ]),
)

/** Why the router permits or refuses a connection, and why a device is of a kind, in German. */
export const explanationMessages: Readonly<Record<string, string>> = {
  '{1} may open this to {2}: {3}.': '{1} zu {2}: erlaubt. Grund: {3}.',
  '{1} may open this to {2} through the tunnel {3}: {4}.': '{1} zu {2} durch den Tunnel {3}: erlaubt. Grund: {4}.',
  '{1} may open this to {2}, which leads to {3}: {4}.': '{1} zu {2}, weitergeleitet zu {3}: erlaubt. Grund: {4}.',
  '{1} may open this to {2}, which leads to {3} through the tunnel {4}: {5}.':
    '{1} zu {2}, weitergeleitet zu {3} durch den Tunnel {4}: erlaubt. Grund: {5}.',
  'What {1} sends to {2} is refused: {3}.': '{1} zu {2}: abgelehnt. Grund: {3}.',
  'What {1} sends to {2} is dropped in silence: {3}.': '{1} zu {2}: ohne Antwort verworfen. Grund: {3}.',
  'What {1} sends to {2}, which leads to {3} is refused: {4}.':
    '{1} zu {2}, weitergeleitet zu {3}: abgelehnt. Grund: {4}.',
  'What {1} sends to {2}, which leads to {3} is dropped in silence: {4}.':
    '{1} zu {2}, weitergeleitet zu {3}: ohne Antwort verworfen. Grund: {4}.',
  '{1} at port {2}': '{1}, Port {2}',
  'the router': 'Router',
  'The router': 'Router',
  'the internet': 'Internet',
  'The internet': 'Internet',

  'its policy {1} allows it': 'die Richtlinie {1} erlaubt es',
  'the policy {1} forbids it': 'die Richtlinie {1} verbietet es',
  'both are in the group {1}': 'beide sind in der Gruppe {1}',
  'the router is open for {1}': 'der Router ist offen für {1}',
  'the router is open for {1}, which {2} does not include':
    'der Router ist offen für {1}; {2} umfasst diesen Port nicht',
  '{1} allows it': '{1} erlaubt es',
  '{1} forbids it': '{1} verbietet es',
  'the router may connect to any address': 'der Router darf sich mit jeder Adresse verbinden',
  'there is no uplink': 'es gibt keinen Internetanschluss',
  'no uplink has an address': 'kein Internetanschluss hat eine Adresse',
  'no uplink is connected': 'kein Internetanschluss ist verbunden',
  'the tunnel {1}, through which it leaves, is not connected':
    'der Tunnel {1}, durch den es hinausgeht, ist nicht verbunden',
  'from the internet only addresses of the router can be reached':
    'aus dem Internet sind nur Adressen des Routers erreichbar',
  'no device has this address now': 'kein Gerät hat jetzt diese Adresse',
  'its traffic leaves through a tunnel only, and none is available':
    'der Datenverkehr des Geräts geht nur durch einen Tunnel, und keiner ist verfügbar',
  'all its traffic leaves through tunnels, by the exit {1}':
    'der gesamte Datenverkehr des Geräts geht durch Tunnel, wegen des Ausgangs {1}',
  'a private address beyond the uplink needs the policies {1} and {2}':
    'eine private Adresse hinter dem Internetanschluss erfordert die Richtlinien {1} und {2}',
  'no port forward for it': 'es gibt keine Portfreigabe dafür',
  'there is no route to this address': 'es gibt keine Route zu dieser Adresse',
  'there is no route to this link': 'es gibt keine Route zu dieser Schnittstelle',
  'it has no policy {1}': 'die Richtlinie {1} fehlt',
  'it has no policy {1}, and they share no group, tag or rule':
    'die Richtlinie {1} fehlt, und beide haben keine Gruppe, kein Etikett und keine Regel gemeinsam',
  'it is the host that all domains resolve to in quarantine':
    'in Quarantäne werden alle Domains zu diesem Host aufgelöst',
  'it is not chosen to use the site {1}': 'das Gerät ist nicht für die Nutzung des Standorts {1} ausgewählt',
  'it is not shared with the site {1}': 'das Gerät ist nicht für den Standort {1} freigegeben',
  'addresses of the home are not reachable from the internet':
    'Adressen des Heimnetzes sind aus dem Internet nicht erreichbar',
  'the router has no service for the internet at this port':
    'der Router hat an diesem Port keinen Dienst für das Internet',
  'the router has no service at this port': 'der Router hat an diesem Port keinen Dienst',
  'the router is closed to this link': 'der Router ist für diese Schnittstelle gesperrt',
  'the router is closed to this tunnel': 'der Router ist für diesen Tunnel gesperrt',
  'the DHCP server answers requests before they reach the firewall':
    'der DHCP-Server beantwortet Anfragen, bevor sie die Firewall erreichen',
  'the multicast relay reads answers before they reach the firewall':
    'die Multicast-Weiterleitung liest Antworten, bevor sie die Firewall erreichen',
  'the VPN cannot be used through the VPN': 'das VPN ist nicht durch das VPN nutzbar',
  'the network of the plugin is not connected': 'das Netz der Erweiterung ist nicht verbunden',
  'port 0 is reserved': 'Port 0 ist reserviert',
  'clients of the setup network may only open the setup page':
    'Geräte im Einrichtungsnetz dürfen nur die Einrichtungsseite öffnen',

  'it is blocked by {1}': 'gesperrt durch: {1}',
  'it is blocked by {1} until {2}': 'bis {2} gesperrt durch: {1}',
  'it is blocked by {1} until Monday {2}': 'bis Montag {2} gesperrt durch: {1}',
  'it is blocked by {1} until Tuesday {2}': 'bis Dienstag {2} gesperrt durch: {1}',
  'it is blocked by {1} until Wednesday {2}': 'bis Mittwoch {2} gesperrt durch: {1}',
  'it is blocked by {1} until Thursday {2}': 'bis Donnerstag {2} gesperrt durch: {1}',
  'it is blocked by {1} until Friday {2}': 'bis Freitag {2} gesperrt durch: {1}',
  'it is blocked by {1} until Saturday {2}': 'bis Samstag {2} gesperrt durch: {1}',
  'it is blocked by {1} until Sunday {2}': 'bis Sonntag {2} gesperrt durch: {1}',
  'its network is blocked by {1}': 'das Netz ist gesperrt durch: {1}',
  '{1} is blocked': '{1} ist gesperrt',
  '{1} sends its web connections to the plugin {2}, which does not receive HTTP/3, and no connections that leave through a tunnel':
    '{1} leitet die Web-Verbindungen des Geräts zur Erweiterung {2} um, die kein HTTP/3 und keine Verbindungen durch einen Tunnel annimmt',
  '{1} sends its web connections to the plugin {2}, which is disabled or deleted':
    '{1} leitet die Web-Verbindungen des Geräts zur Erweiterung {2} um, die deaktiviert oder gelöscht ist',
  'a rule': 'eine Regel',
  'the rule {1}': 'die Regel {1}',
  'the schedule {1}': 'der Zeitplan {1}',
  'the daily limit {1}': 'das Tageslimit {1}',
  'the pause': 'die Pause',
  'the pause {1}': 'die Pause {1}',
  'the {1}': 'the {1}',
  '{1} “{2}”': '{1} „{2}“',
  'the forward of port {1} to {2}': 'die Freigabe von Port {1} für {2}',
  'the endpoint {1}': 'der Endpunkt {1}',
  'the rule for {1} behind {2}': 'die Regel für {1} hinter {2}',
  'the block from {1} to {2}': 'die Sperre von {1} zu {2}',
  'the country {1}': 'das Land {1}',
  'the network AS{1} ({2})': 'das Netz AS{1} ({2})',
  'the list {1}': 'die Liste {1}',
  'the site {1}': 'der Standort {1}',
  'the plugin {1}': 'die Erweiterung {1}',
  'the exit {1}': 'der Ausgang {1}',

  '“{1}” ({2})': '„{1}“ ({2})',

  'Its MAC address begins with {1}.': 'Die MAC-Adresse beginnt mit {1}.',
  'Its MAC address belongs to {1}.': 'Die MAC-Adresse gehört zu {1}.',
  'Its MAC address is random, so the address shows no vendor.':
    'Die MAC-Adresse ist zufällig und nennt deshalb keinen Hersteller.',
  'Its host name is “{1}”.': 'Der Hostname ist „{1}“.',
  'It announces {1}.': 'Das Gerät kündigt {1} an.',
  'It announces the text “{1}”.': 'Das Gerät kündigt den Text „{1}“ an.',
  'It announces “{1}” by SSDP.': 'Das Gerät kündigt „{1}“ per SSDP an.',
  'It looks up names in {1}.': 'Das Gerät fragt Namen in {1} ab.',
  'Its DHCP vendor class is “{1}”.': 'Die DHCP-Herstellerklasse ist „{1}“.',
  'It requests the DHCP options {1}.': 'Das Gerät fordert die DHCP-Optionen {1} an.',
  'You have set the kind.': 'Sie haben die Art festgelegt.',
}
