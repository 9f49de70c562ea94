import type { vpnPhrases } from '../en/vpn.ts'

export const vpnGerman: Readonly<Record<keyof typeof vpnPhrases, string>> = {
  'vpn.wireguardNotStarting': 'WireGuard kann nicht gestartet werden: {1}',
  'vpn.sitesFull': 'Es gibt {1} Standorte, das ist die Höchstzahl: Löschen Sie zuerst einen.',
  'vpn.siteOrTunnelExists': 'Es gibt bereits einen Standort oder Tunnel {1}.',
  'vpn.tunnelExists': 'Es gibt bereits einen Tunnel {1}.',
  'vpn.siteUnknown': 'Es gibt keinen Standort {1}.',
  'vpn.siteAddressOfTunnel':
    'hat zufällig die Adresse eines anderen Tunnels: Löschen Sie den Standort hier, und fügen Sie ihn neu hinzu',
  'vpn.siteAddressOfRouter':
    'hat zufällig die Tunneladresse dieses Routers: Löschen Sie den Standort hier, und fügen Sie ihn neu hinzu',
  'vpn.noReachableEndpoint':
    'fehlt: Keiner der beiden Standorte ist aus dem Internet erreichbar. Leiten Sie einen UDP-Port des Routers vor einem der beiden weiter, und geben Sie ihn dort als Endpunkt ein',
  'vpn.siteTextOwn': 'ist der Text dieses Routers: Fügen Sie den des anderen ein',
  'vpn.siteEndpointPort': 'muss ein Port sein, damit der andere Standort den Endpunkt erreicht',
  'vpn.tunnelsFull': 'Es gibt {1} Tunnel, das ist die Höchstzahl: Löschen Sie zuerst einen.',
  'vpn.endpointHost': 'muss ein Hostname oder eine IPv4-Adresse sein: IPv6 wird nicht weitergeleitet',
  'vpn.siteTextContents': 'hat ungültigen Inhalt: Erstellen Sie den Text auf dem anderen Router neu',
  'vpn.siteNetworksNotPrivate':
    'hat Netze, die nicht privat sind: Nur 10.0.0.0/8, 172.16.0.0/12 und 192.168.0.0/16 können verbunden werden',
  'vpn.siteTextVersion': 'hat die Version {1}, und dieser Router liest Version {2}: Aktualisieren Sie beide Router',
  'vpn.siteTextAltered': 'ist unvollständig oder verändert: Kopieren Sie die ganze Zeile noch einmal',
  'vpn.siteTextForeign': 'ist nicht der Text eines anderen Sallyport, der mit {1} beginnt',
  'vpn.changeAtSite': 'Der Tunnel gehört zum Standort {1}: Ändern Sie ihn dort.',
  'vpn.deleteAtSite': 'Der Tunnel gehört zum Standort {1}: Löschen Sie den Standort.',
  'vpn.tunnelUsedByExit': 'Der Ausgang {1} nutzt den Tunnel: Entfernen Sie ihn zuerst dort.',
  'vpn.tunnelUsedByRule': 'Die Regel {1} nutzt den Tunnel: Löschen Sie zuerst die Regel.',
  'vpn.exitsAndRulesFull':
    'Es gibt {1} Ausgänge und Regeln mit einem Tunnel, das ist die Höchstzahl: Löschen Sie zuerst einen Eintrag.',
  'vpn.namedItemUnknown': 'Nicht gefunden: {1} {2}.',
  'vpn.alreadyInConfig': 'ist bereits in Config enthalten',
  'vpn.exitNeedsNetworks': 'der Ausgang {1} braucht mehr Netze',
  'vpn.tunnelOfSite': '{1} führt zu einem Standort: Wählen Sie die Geräte dort aus',
  'vpn.peerUnknown': 'Keine Gegenstelle hat diesen öffentlichen Schlüssel.',
  'vpn.peerKeyOfRouter': 'ist der Schlüssel dieses Routers; eine Gegenstelle braucht einen eigenen',
  'vpn.keyNotZero': 'darf nicht null sein',
  'vpn.exitDestinationMissing': 'geben Sie mindestens ein Netz an, oder eine Domain in Domains',
  'vpn.siteListenPortMissing': 'fehlt: Ohne ListenPort könnte keine der beiden Seiten die Verbindung beginnen',
  'vpn.ownKeyAsPeer': 'ist der Schlüssel dieses Routers: Geben Sie den Schlüssel der Gegenstelle ein',
  'vpn.interfaceAddressMissing': 'muss eine IPv4-Adresse enthalten',
  'vpn.exitTunnelMissing': 'muss mindestens einen Tunnel enthalten',
  'vpn.portTaken': 'der Port {1} wird von einer anderen WireGuard-Schnittstelle verwendet',
  'vpn.exitTunnelNotRouted': 'der Tunnel {1} führt nicht zu {2}',
  'vpn.tunnelPeerTaken': 'der Tunnel {1} hat dieselbe Gegenstelle',
  'vpn.exitTunnelTooNarrow': 'der Tunnel {1} führt nur zu wenigen Netzen: Verwenden Sie Traffic "listed"',
  'vpn.exitTunnelUnknown': 'es gibt keinen Tunnel {1}',
  'vpn.routerAddressUsed': '{1} ist eine Adresse dieses Routers',
  'vpn.addressInHomeNetwork': '{1} liegt im Heimnetz {2}',
  'vpn.addressInHomeWithAdvice': '{1} liegt im Heimnetz {2}; {3}',
  'vpn.addressInTakenNetwork': '{1} liegt in {2}, {3}',
  'vpn.exitNetworkFormat': '{1} ist kein Netz; verwenden Sie Traffic "all" für alle',
  'vpn.tunnelAddressFormat': '{1} ist keine IPv4-Adresse',
  'vpn.tunnelHostAddress': '{1} ist keine Adresse eines Hosts',
  'vpn.tunnelResolverAddress': '{1} ist keine Adresse eines DNS-Servers',
  'vpn.endpointLoop': '{1} wird durch den Tunnel {2} erreicht: Die Pakete würden in einer Schleife laufen',
  'vpn.exitNetworksOverlap':
    '{1} überschneidet sich mit einem Netz des Ausgangs {2}; verwenden Sie einen Ausgang mit beiden Tunneln, den bevorzugten zuerst',
  'vpn.siteNetworksOverlap':
    '{1} überschneidet sich mit einem Netz des Tunnels {2}; zwei Standorte brauchen verschiedene Netze',
  'vpn.networkOverlapsHome': '{1} überschneidet sich mit dem Heimnetz {2}; {3}',
  'vpn.networkOverlapsOther': '{1} überschneidet sich mit {2}, {3}',
  'vpn.peerAddress': 'muss eine IPv4-Adresse wie 192.168.2.10 sein',
  'vpn.configEndpointIpv6':
    'Endpoint ist eine IPv6-Adresse; der Router braucht einen Namen oder eine IPv4-Adresse, mit Port',
  'vpn.configTooManyLines': 'darf höchstens {1} Zeilen haben',
  'vpn.configLineForm': 'muss die Form Name = Wert haben',
  'vpn.configInterfaceMissing': 'der Abschnitt [Interface] fehlt',
  'vpn.configPeerMissing': 'der Abschnitt [Peer] fehlt',
  'vpn.configSectionUnknown': 'die Abschnitte sind [Interface] und [Peer]',
  'vpn.configSectionRepeated':
    'es gibt einen zweiten Abschnitt [{1}]; ein Tunnel hat eine Gegenstelle: Fügen Sie einen weiteren Tunnel hinzu',
  'vpn.configOnlyIpv6': '{1} hat nur IPv6-Adressen; der Router braucht eine IPv4-Adresse',
  'vpn.configSettingEmpty': '{1} ist leer',
  'vpn.configInterfaceUnknownKey': '{1} ist keine Einstellung von [Interface]',
  'vpn.configPeerUnknownKey': '{1} ist keine Einstellung von [Peer]',
  'vpn.configSettingRepeated': '{1} ist zweimal angegeben',
  'vpn.configKeyFormat': '{1} muss aus 32 Byte in Base64 bestehen (44 Zeichen)',
  'vpn.configNumberRange': '{1} muss eine Zahl von {2} bis {3} sein',
  'vpn.configOutsideSection': '{1} muss im Abschnitt [Interface] oder [Peer] sein',
  'vpn.networkBehindTunnel': 'einem Netz hinter dem Tunnel {1}',
  'vpn.changeOneNetwork': 'ändern Sie eines der beiden',
  'vpn.changeOneNetworkTo': 'ändern Sie eines der beiden, das Heimnetz zum Beispiel in {1}',
  'vpn.tunnelName':
    'muss aus 1 bis 32 Buchstaben, Ziffern, Leerzeichen, Punkten, Binde- oder Unterstrichen bestehen, das erste ein Buchstabe oder eine Ziffer',
  'vpn.tunnelAddress': 'muss eine IPv4-Adresse wie 10.2.0.2 sein',
  'vpn.tunnelNetwork': 'muss ein IPv4-Netz wie 10.8.0.0/24 sein',
  'vpn.endpoint': 'muss ein Host mit einem Port sein, zum Beispiel vpn.example.org:51280',
  'vpn.ownEndpoint': 'muss ein Host sein, oder ein Host mit einem Port, zum Beispiel vpn.example.org:51280',
  'vpn.wireguardKey': 'muss ein WireGuard-Schlüssel sein: 32 Bytes in base64',
  'vpn.siteHomesOverlap':
    'beide Standorte verwenden dieselben Adressen: {1} dort, {2} hier. Ändern Sie das Netz eines der Standorte, und tauschen Sie neue Texte aus',
  'vpn.siteHomesOverlapFree':
    'beide Standorte verwenden dieselben Adressen: {1} dort, {2} hier. Ändern Sie das Netz eines der Standorte, zum Beispiel hier in {3}, und tauschen Sie neue Texte aus',
  'vpn.siteNetworkTaken':
    'das Netz {1} des anderen Standorts überschneidet sich mit {2}, {3}. Ändern Sie das Netz des anderen Standorts, und fügen Sie seinen neuen Text ein',
  'vpn.siteNetworkTakenFree':
    'das Netz {1} des anderen Hauses überschneidet sich mit {2}, {3}. Ändern Sie das Netz des anderen Standorts, zum Beispiel in {4}, und fügen Sie seinen neuen Text ein',
  'vpn.serverNamed': 'der VPN-Server',
  'vpn.tunnelNamed': 'der Tunnel {1}',
  'vpn.siteNetworksChanged':
    'Die Netze dieses Standorts haben sich geändert: Erstellen Sie den Text neu und fügen Sie ihn auf dem anderen Router ein.',
  'vpn.siteEndpointChanged':
    'Der Endpunkt dieses Standorts hat sich geändert: Erstellen Sie den Text neu und fügen Sie ihn auf dem anderen Router ein.',
  'vpn.siteNetworksAndEndpointChanged':
    'Die Netze und der Endpunkt dieses Standorts haben sich geändert: Erstellen Sie den Text neu und fügen Sie ihn auf dem anderen Router ein.',
}
