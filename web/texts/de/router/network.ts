/** Messages of the router in German: firewall, ports and interfaces, uplinks, radios, tunnels, sites and VPN. */
export const networkMessages: Readonly<Record<string, string>> = {
  'Endpoint is an IPv6 address; the router needs a name or an IPv4 address, with a port':
    'Endpoint ist eine IPv6-Adresse; der Router braucht einen Namen oder eine IPv4-Adresse, mit Port',
  'must be any, one port, or a range as long as SrcPort':
    'muss „any“, ein einzelner Port oder ein Bereich sein, der so lang wie SrcPort ist',
  'must be the address of a device': 'muss die Adresse eines Geräts sein',
  'is forwarded already: {1} goes to {2}': 'wird bereits weitergeleitet: {1} führt zu {2}',
  '{1} is a port of {2}: forward another port, or close this one first':
    '{1} ist ein Port von {2}: geben Sie einen anderen Port frei, oder schließen Sie diesen zuerst',
  '{1} {2} is forwarded to {3}: delete or disable that forward first':
    '{1} {2} ist für {3} freigegeben: löschen oder deaktivieren Sie zuerst diese Portfreigabe',
  'leads too many ports to others: {1} at most, of all forwards; a range that keeps its ports counts for none':
    'leitet zu viele Ports auf andere um: höchstens {1} in allen Portfreigaben zusammen; ein Bereich, der seine Ports behält, zählt nicht mit',
  'must be empty when there is an IP': 'muss leer sein, wenn IP angegeben ist',
  'is missing, and so is Domain': 'fehlt, ebenso Domain',
  'must be a domain name such as www.example.com': 'muss ein Domainname wie www.example.com sein',
  'must name at least one tag': 'muss mindestens ein Etikett enthalten',
  'is an uplink': 'ist ein Internetanschluss',
  'is a link of the household, whose devices have their own policies':
    'ist eine Schnittstelle des Heimnetzes, dessen Geräte eigene Richtlinien haben',
  'overlaps {1}, the household’s own': 'überschneidet sich mit {1}, das zum Heimnetz gehört',
  'has no addresses for hosts': 'hat keine Adressen für Hosts',
  'must have a prefix length of at least 8': 'muss eine Präfixlänge von mindestens 8 haben',
  'lan_upstream needs a single address as SrcIP': 'lan_upstream erfordert eine einzelne Adresse als SrcIP',
  'need a single address as SrcIP': 'erfordern eine einzelne Adresse als SrcIP',
  'There are {1} rules of this kind, which is the maximum: delete one first.':
    'Es gibt {1} Regeln dieser Art, das ist die Höchstzahl: Löschen Sie zuerst eine.',
  'There is a rule for this link, addresses and way already.':
    'Es gibt bereits eine Regel für diese Schnittstelle, diese Adressen und diesen Weg.',
  'there is no map {1}': 'es gibt keine Zuordnung {1}',
  'there are {1} open ports already': 'es gibt bereits {1} offene Ports',
  'The port is not open.': 'Der Port ist nicht offen.',
  'must be a port from 1 to 65535': 'muss ein Port von 1 bis 65535 sein',
  'must be an IPv4 address, or a network such as 192.168.2.0/24':
    'muss eine IPv4-Adresse oder ein Netz wie 192.168.2.0/24 sein',
  'your own address {1} belongs to {2}: make this change from home or through the VPN':
    'Ihre eigene Adresse {1} gehört zu {2}: Nehmen Sie diese Änderung von zu Hause oder über das VPN vor',
  'There are {1} networks, which is the maximum: delete one first.':
    'Es gibt {1} Netze, das ist die Höchstzahl: Löschen Sie zuerst eines.',
  'must be a host’s address and prefix length, as 10.5.0.1/24':
    'muss die Adresse eines Hosts mit Präfixlänge sein, wie 10.5.0.1/24',
  '{1} is given twice': '{1} ist zweimal angegeben',
  'an uplink has one gateway, its Router: leave it empty':
    'ein Internetanschluss hat nur ein Gateway, seinen Router: Lassen Sie das Feld leer',
  'the router there is {1} itself; leave it empty': 'der Router ist dort {1} selbst; lassen Sie das Feld leer',
  '{1} is the router’s own': '{1} ist eine eigene Schnittstelle des Routers',
  '{1} is too long for links that are called {2}': '{1} ist zu lang für Schnittstellen mit dem Namen {2}',
  '{1} is not a link of the household (Downlink)': '{1} ist keine Schnittstelle des Heimnetzes (Downlink)',
  'must be an 802.1Q tag from 1 to 4094, or empty': 'muss eine VLAN-ID (802.1Q) von 1 bis 4094 oder leer sein',
  '{1} is a part of {2}': '{1} ist ein Teil von {2}',
  '{1} is the link of a PPPoE session': '{1} ist die Schnittstelle einer PPPoE-Sitzung',
  '{1} has no hardware address': '{1} hat keine MAC-Adresse',
  'is for a link of the type AP': 'ist für eine Schnittstelle vom Typ AP',
  'cannot be combined with MACOverride': 'lässt sich nicht mit MACOverride kombinieren',
  'must be an IPv4 multicast group and a port, such as 224.0.0.251:5353':
    'muss eine IPv4-Multicast-Gruppe mit Port sein, wie 224.0.0.251:5353',
  'must be letters, digits and dashes in up to 63 characters, with or without .local':
    'muss aus höchstens 63 Buchstaben, Ziffern und Bindestrichen bestehen, mit oder ohne .local',
  'must have at most {1} bytes': 'darf höchstens {1} Byte haben',
  'must not contain quotes or control characters': 'darf keine Anführungszeichen und keine Steuerzeichen enthalten',
  'must be a number from 576 to 1500, or empty': 'muss eine Zahl von 576 bis 1500 oder leer sein',
  'No PPPoE session is configured.': 'Keine PPPoE-Sitzung ist konfiguriert.',
  '{1} belongs to the home, not to the internet': '{1} gehört zum Heimnetz, nicht zum Internet',
  '{1} is an uplink over wifi': '{1} ist ein Internetanschluss über WLAN',
  '{1} is too long for the name of a link': '{1} ist zu lang als Name einer Schnittstelle',
  '{1} is another configured link': '{1} ist eine andere konfigurierte Schnittstelle',
  '{1} means the stored password, and there is none': '{1} steht für das gespeicherte Kennwort, und es gibt keines',
  'must be of WPA-PSK, WPA-PSK-SHA256 and SAE': 'darf nur WPA-PSK, WPA-PSK-SHA256 und SAE enthalten',
  'must be from 1 to 14 in the 2.4 GHz band': 'muss im 2,4-GHz-Band von 1 bis 14 sein',
  'must be 20 or 40 in the 2.4 GHz band': 'muss im 2,4-GHz-Band 20 oder 40 sein',
  'must be 20 on channel 14': 'muss auf Kanal 14 den Wert 20 haben',
  '{1} is not a channel of the {2} band': '{1} ist kein Kanal des Bands {2}',
  'channel {1} is in no block of {2} MHz': 'Kanal {1} liegt in keinem Block von {2} MHz',
  '{1} cannot scan now: {2}': '{1} kann jetzt nicht nach Netzen suchen: {2}',
  'no access point runs on {1}': 'auf {1} läuft kein Zugangspunkt',
  'is not a channel of this radio ({1} MHz)': 'ist kein Kanal dieses Funkmoduls ({1} MHz)',
  '{1} is no access point': '{1} ist kein Zugangspunkt',
  '{1} does not run: {2}': '{1} läuft nicht: {2}',
  '{1} has no network for guests': '{1} hat kein Gastnetz',
  'is not connected to {1}': 'ist nicht mit {1} verbunden',
  'is the radio that the station is connected to': 'ist das Funkmodul, mit dem das WLAN-Gerät verbunden ist',
  'has no network {1}': 'hat kein Netz {1}',
  'the access point does not send the request': 'der Zugangspunkt sendet die Aufforderung nicht',
  '{1} has no settings of a radio yet': '{1} hat noch keine Einstellungen eines Funkmoduls',
  '{1} is a link of the type {2}': '{1} ist eine Schnittstelle vom Typ {2}',
  'must be a list such as [HT40+][SHORT-GI-20]': 'muss eine Liste wie [HT40+][SHORT-GI-20] sein',
  'must have at most 32 bytes': 'darf höchstens 32 Byte haben',
  'must be the code of a country that exists, such as DE': 'muss der Code eines existierenden Landes sein, wie DE',
  'must be a country code of two letters, such as DE': 'muss ein Ländercode aus zwei Buchstaben sein, wie DE',
  'must be ciphers such as CCMP GCMP-256': 'muss Verschlüsselungsverfahren nennen, wie CCMP GCMP-256',
  'has no channel yet': 'hat noch keinen Kanal',
  '{1} has no country yet: set Country_code first':
    'für {1} ist noch kein Land festgelegt: Legen Sie zuerst Country_code fest',
  'There is a tunnel {1}.': 'Es gibt bereits einen Tunnel {1}.',
  'There are {1} sites, which is the maximum: delete one first.':
    'Es gibt {1} Standorte, das ist die Höchstzahl: Löschen Sie zuerst einen.',
  'There is no site {1}.': 'Es gibt keinen Standort {1}.',
  'There is a site or a tunnel {1}.': 'Es gibt bereits einen Standort oder Tunnel {1}.',
  'must be a host name or an IPv4 address: IPv6 is not routed':
    'muss ein Hostname oder eine IPv4-Adresse sein: IPv6 wird nicht weitergeleitet',
  'must be a port, so that the other home reaches the endpoint':
    'muss ein Port sein, damit der andere Standort den Endpunkt erreicht',
  'There are {1} tunnels, which is the maximum: delete one first.':
    'Es gibt {1} Tunnel, das ist die Höchstzahl: Löschen Sie zuerst einen.',
  'is missing: neither home can be reached from the internet. Forward a UDP port of the router in front of one of them, and enter it as endpoint there':
    'fehlt: Keiner der beiden Standorte ist aus dem Internet erreichbar. Leiten Sie einen UDP-Port des Routers vor einem der beiden weiter, und geben Sie ihn dort als Endpunkt ein',
  'has the address of another tunnel by chance: delete the site here and add it again':
    'hat zufällig die Adresse eines anderen Tunnels: Löschen Sie den Standort hier, und fügen Sie ihn neu hinzu',
  'has the tunnel address of this router by chance: delete the site here and add it again':
    'hat zufällig die Tunneladresse dieses Routers: Löschen Sie den Standort hier, und fügen Sie ihn neu hinzu',
  'both homes use the same addresses: {1} there, {2} here. Change the network of one home{3}, and exchange new texts':
    'beide Standorte verwenden dieselben Adressen: {1} dort, {2} hier. Ändern Sie das Netz eines der Standorte{3}, und tauschen Sie neue Texte aus',
  'the network {1} of the other home overlaps {2}, {3}. Change the network of that home{4}, and paste its new text':
    'das Netz {1} des anderen Standorts überschneidet sich mit {2}, {3}. Ändern Sie das Netz des anderen Standorts{4}, und fügen Sie seinen neuen Text ein',
  'must have an IPv4 address': 'muss eine IPv4-Adresse enthalten',
  '{1} is not an address of a resolver': '{1} ist keine Adresse eines DNS-Servers',
  'is the key of this router: enter the key of the other end':
    'ist der Schlüssel dieses Routers: Geben Sie den Schlüssel der Gegenstelle ein',
  'the tunnel {1} has the same peer': 'der Tunnel {1} hat dieselbe Gegenstelle',
  'the port {1} is used by another WireGuard link':
    'der Port {1} wird von einer anderen WireGuard-Schnittstelle verwendet',
  '{1} is in the home network {2}; {3}': '{1} liegt im Heimnetz {2}; {3}',
  '{1} is in {2}, {3}': '{1} liegt in {2}, {3}',
  '{1} is not an address of a host': '{1} ist keine Adresse eines Hosts',
  '{1} overlaps with {2}, {3}': '{1} überschneidet sich mit {2}, {3}',
  '{1} overlaps with the home network {2}; {3}': '{1} überschneidet sich mit dem Heimnetz {2}; {3}',
  '{1} overlaps with a network of the tunnel {2}; two sites need different networks':
    '{1} überschneidet sich mit einem Netz des Tunnels {2}; zwei Standorte brauchen verschiedene Netze',
  'is missing: without a ListenPort, neither end could begin':
    'fehlt: Ohne ListenPort könnte keine der beiden Seiten die Verbindung beginnen',
  '{1} is not an IPv4 address': '{1} ist keine IPv4-Adresse',
  '{1} is an address of this router': '{1} ist eine Adresse dieses Routers',
  '{1} is in the home network {2}': '{1} liegt im Heimnetz {2}',
  '{1} is reached through the tunnel {2}: the packets would loop':
    '{1} wird durch den Tunnel {2} erreicht: Die Pakete würden in einer Schleife laufen',
  'must name at least one tunnel': 'muss mindestens einen Tunnel enthalten',
  'there is no tunnel {1}': 'es gibt keinen Tunnel {1}',
  'the tunnel {1} leads to a few networks only: use Traffic "listed"':
    'der Tunnel {1} führt nur zu wenigen Netzen: Verwenden Sie Traffic "listed"',
  'enter at least one network, or a domain in Domains': 'geben Sie mindestens ein Netz an, oder eine Domain in Domains',
  '{1} is not a network; use Traffic "all" for all': '{1} ist kein Netz; verwenden Sie Traffic "all" für alle',
  'the tunnel {1} does not lead to {2}': 'der Tunnel {1} führt nicht zu {2}',
  '{1} overlaps with a network of the exit {2}; use one exit with both tunnels, the preferred first':
    '{1} überschneidet sich mit einem Netz des Ausgangs {2}; verwenden Sie einen Ausgang mit beiden Tunneln, den bevorzugten zuerst',
  'It belongs to the site {1}: change it there.': 'Der Tunnel gehört zum Standort {1}: Ändern Sie ihn dort.',
  'It belongs to the site {1}: delete the site.': 'Der Tunnel gehört zum Standort {1}: Löschen Sie den Standort.',
  'The exit {1} uses it: remove it there first.': 'Der Ausgang {1} nutzt den Tunnel: Entfernen Sie ihn zuerst dort.',
  'The rule {1} uses it: delete the rule first.': 'Die Regel {1} nutzt den Tunnel: Löschen Sie zuerst die Regel.',
  '{1} leads to a site: choose its devices there': '{1} führt zu einem Standort: Wählen Sie die Geräte dort aus',
  'There is no {1} {2}.': 'Nicht gefunden: {1} {2}.',
  'is in Config already': 'ist bereits in Config enthalten',
  'There are {1} exits and rules with a tunnel, which is the maximum: delete one first.':
    'Es gibt {1} Ausgänge und Regeln mit einem Tunnel, das ist die Höchstzahl: Löschen Sie zuerst einen Eintrag.',
  'the exit {1} needs more networks': 'der Ausgang {1} braucht mehr Netze',
  'an uplink over wifi has no 802.1Q tag': 'ein Internetanschluss über WLAN hat keine VLAN-ID (802.1Q)',
  '{1} gets its address with its PPPoE session': '{1} erhält die Adresse mit der PPPoE-Sitzung',
  'is set with PUT /uplink/ppp for this uplink': 'wird für diesen Internetanschluss mit PUT /uplink/ppp festgelegt',
  'must be a host’s address and prefix length, as 198.51.100.7/24':
    'muss die Adresse eines Hosts mit Präfixlänge sein, wie 198.51.100.7/24',
  'must be the address of another host': 'muss die Adresse eines anderen Hosts sein',
  'must be another host’s address in {1}': 'muss die Adresse eines anderen Hosts in {1} sein',
  '{1} is the uplink’s first address': '{1} ist die erste Adresse des Internetanschlusses',
  '{1} is another link': '{1} ist eine andere Schnittstelle',
  '{1} is the address of the uplink {2}': '{1} ist die Adresse des Internetanschlusses {2}',
  'The radios cannot be listed: {1}': 'Die Funkmodule können nicht aufgelistet werden: {1}',
  '{1} is not a wifi radio': '{1} ist kein WLAN-Funkmodul',
  'There is no uplink over wifi.': 'Es gibt keinen Internetanschluss über WLAN.',
  'NONE cannot be combined': 'NONE lässt sich nicht kombinieren',
  'must have 8 to 63 characters, unless KeyMgmt is NONE': 'muss 8 bis 63 Zeichen haben, außer wenn KeyMgmt NONE ist',
  '{1} is an access point: disable it first, or use another radio':
    '{1} ist ein Zugangspunkt: Deaktivieren Sie ihn zuerst, oder verwenden Sie ein anderes Funkmodul',
  'must be of {1}': 'darf nur diese Werte enthalten: {1}',
  'must have at most 4 digits': 'darf höchstens 4 Ziffern haben',
  'must be an IPv4 address such as 192.168.2.10': 'muss eine IPv4-Adresse wie 192.168.2.10 sein',
  'must not be zero': 'darf nicht null sein',
  'is the key of this router; a peer needs its own':
    'ist der Schlüssel dieses Routers; eine Gegenstelle braucht einen eigenen',
  'No peer has this public key.': 'Keine Gegenstelle hat diesen öffentlichen Schlüssel.',
  'must be an address that an uplink can lead to': 'muss eine Adresse sein, zu der ein Internetanschluss führen kann',
  'must be an http or https address': 'muss eine http- oder https-Adresse sein',
  'No uplink has an address.': 'Kein Internetanschluss hat eine Adresse.',
  'there is no enabled uplink {1}': 'es gibt keinen aktivierten Internetanschluss {1}',
  'There is no uplink {1}.': 'Es gibt keinen Internetanschluss {1}.',
  'A speed test is running already.': 'Ein Geschwindigkeitstest läuft bereits.',
}
