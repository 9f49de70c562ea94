import type { Fingerprint, SignalType } from './fingerprint.ts'

/** The version of this list, in responses as `DBVersion`. Increased with every change. */
export const BUILTIN_VERSION = '1'

/** What a rule recognises, as `Category`, or `Category/Vendor`, or `/Vendor`. */
type About = string
type Row = readonly [pattern: string, about: About, weight: number, model?: string]

/** Rules of one type of signal. A weight of 100 is decisive. */
const rules = (SignalType: SignalType, rows: readonly Row[]): Fingerprint[] =>
  rows.map(([Pattern, about, Weight, Model = '']) => {
    const [Category = '', Vendor = ''] = about.split('/')
    return { SignalType, Pattern, Vendor, Category, Model, Weight, Decisive: Weight === 100 }
  })

/**
 * Service types. Sources: the IANA registry of service names; Bonjour Printing Specification 1.2.1; the Matter and HomeKit Accessory
 * Protocol specifications; the documentation of each maker's API.
 */
const SERVICES = rules('mdns_service', [
  ['_pdl-datastream._tcp', 'Printer', 90],
  ['_uscan._tcp', 'Printer', 80],
  ['_uscans._tcp', 'Printer', 80],
  ['_printer._tcp', 'Printer', 75],
  // CUPS announces the printers that a computer shares by IPP as well.
  ['_ipp._tcp', 'Printer', 70],
  ['_ipps._tcp', 'Printer', 70],
  ['_scanner._tcp', 'Printer', 60],
  ['_apple-mobdev2._tcp', 'Phone/Apple', 60],
  ['_remotepairing._tcp', 'Phone/Apple', 40],
  ['_companion-link._tcp', '/Apple', 30],
  ['_googlecast._tcp', 'Media player', 55],
  ['_androidtvremote2._tcp', 'TV', 75],
  ['_amzn-wplay._tcp', 'Media player/Amazon', 80, 'Fire TV'],
  ['_viziocast._tcp', 'TV/Vizio', 90],
  ['_airplay._tcp', 'Media player', 45],
  ['_raop._tcp', 'Speaker', 40],
  ['_sonos._tcp', 'Speaker/Sonos', 100],
  ['_soundtouch._tcp', 'Speaker/Bose', 95],
  ['_heos-audio._tcp', 'Speaker/Denon', 90],
  ['_musc._tcp', 'Speaker', 80],
  ['_linkplay._tcp', 'Speaker', 85],
  ['_spotify-connect._tcp', 'Speaker', 50],
  ['_hap._tcp', 'Smart home', 60],
  ['_hue._tcp', 'Smart home/Philips Hue', 100, 'Hue Bridge'],
  ['_matter._tcp', 'Smart home', 80],
  ['_matterc._udp', 'Smart home', 80],
  ['_meshcop._udp', 'Smart home', 40],
  ['_esphomelib._tcp', 'Smart home/ESPHome', 95],
  ['_shelly._tcp', 'Smart home/Shelly', 100],
  ['_miio._udp', 'Smart home/Xiaomi', 90],
  ['_ewelink._tcp', 'Smart home/Sonoff', 95],
  ['_elg._tcp', 'Smart home/Elgato', 95],
  ['_nanoleafapi._tcp', 'Smart home/Nanoleaf', 100],
  ['_wled._tcp', 'Smart home/WLED', 100],
  ['_home-assistant._tcp', 'Computer/Home Assistant', 60],
  ['_axis-video._tcp', 'Camera/Axis', 100],
  ['_onvif._tcp', 'Camera', 85],
  ['_rtsp._tcp', 'Camera', 65],
  ['_adisk._tcp', 'NAS', 55],
  ['_nfs._tcp', 'NAS', 40],
  ['_smb._tcp', 'Computer', 30],
  ['_afpovertcp._tcp', 'Computer', 30],
  ['_workstation._tcp', 'Computer', 50],
  ['_rfb._tcp', 'Computer', 50],
  ['_rdp._tcp', 'Computer', 60],
  ['_ssh._tcp', 'Computer', 30],
  ['_nvstream._tcp', 'Computer', 60],
  // SSDP. UPnP device templates of the Open Connectivity Foundation, and the DIAL specification.
  ['urn:schemas-upnp-org:device:printer:*', 'Printer', 85],
  ['urn:schemas-upnp-org:device:internetgatewaydevice:*', 'Network', 80],
  ['urn:schemas-upnp-org:device:digitalsecuritycamera:*', 'Camera', 90],
  ['urn:schemas-upnp-org:device:zoneplayer:*', 'Speaker/Sonos', 100],
  ['urn:schemas-upnp-org:device:mediaserver:*', 'NAS', 40],
  ['urn:schemas-upnp-org:device:mediarenderer:*', 'TV', 35],
  ['urn:dial-multiscreen-org:service:dial:*', 'TV', 45],
  ['urn:lge-com:service:webos-second-screen:*', 'TV/LG', 95],
  ['urn:samsung.com:device:*', 'TV/Samsung', 70],
  ['roku:ecp', 'Media player/Roku', 90],
])

/**
 * Texts of services. Sources: model identifiers of Apple's support pages; the keys of Google Cast (`md`), AirPlay (`am`) and
 * `_device-info._tcp` (`model`); HomeKit Accessory Protocol §6.4, accessory category identifiers (`ci`).
 */
const TEXTS = rules('mdns_txt', [
  ['model=macbook*', 'Laptop/Apple', 100, 'MacBook'],
  ['model=imac*', 'Computer/Apple', 100, 'iMac'],
  ['model=macmini*', 'Computer/Apple', 100, 'Mac mini'],
  ['model=macpro*', 'Computer/Apple', 100, 'Mac Pro'],
  // Macs since 2022 have one name for all designs.
  ['model=mac1*', 'Computer/Apple', 90, 'Mac'],
  ['model=iphone*', 'Phone/Apple', 100, 'iPhone'],
  ['model=ipad*', 'Tablet/Apple', 100, 'iPad'],
  ['model=appletv*', 'Media player/Apple', 100, 'Apple TV'],
  ['am=appletv*', 'Media player/Apple', 100, 'Apple TV'],
  ['model=audioaccessory*', 'Speaker/Apple', 100, 'HomePod'],
  ['am=audioaccessory*', 'Speaker/Apple', 100, 'HomePod'],
  ['model=timecapsule*', 'NAS/Apple', 100, 'Time Capsule'],
  ['model=rackmac*', 'NAS', 60],
  ['model=xserve*', 'NAS', 60],
  ['md=chromecast*', 'Media player/Google', 100],
  ['md=google home*', 'Speaker/Google', 100],
  ['md=google nest mini*', 'Speaker/Google', 100],
  ['md=google nest hub*', 'Smart home/Google', 95],
  ['md=nest audio*', 'Speaker/Google', 100],
  ['md=*bravia*', 'TV/Sony', 100],
  ['md=*aquos*', 'TV/Sharp', 95],
  ['md=*tv*', 'TV', 60],
  ['md=*shield*', 'Media player/NVIDIA', 90],
  ['manufacturer=samsung*', '/Samsung', 50],
  ['manufacturer=lg*', '/LG', 50],
  ['usb_mfg=hp', 'Printer/HP', 60],
  ['usb_mfg=hewlett-packard', 'Printer/HP', 60],
  ['usb_mfg=brother', 'Printer/Brother', 60],
  ['usb_mfg=canon', 'Printer/Canon', 60],
  ['usb_mfg=epson', 'Printer/Epson', 60],
  ['ty=hp *', 'Printer/HP', 60],
  ['ty=brother*', 'Printer/Brother', 60],
  ['ty=canon*', 'Printer/Canon', 60],
  ['ty=epson*', 'Printer/Epson', 60],
  ['ty=kyocera*', 'Printer/Kyocera', 60],
  ['ty=samsung*', 'Printer/Samsung', 60],
  ['ty=xerox*', 'Printer/Xerox', 60],
  ['ty=lexmark*', 'Printer/Lexmark', 60],
  ['ci=17', 'Camera', 80],
  ['ci=18', 'Camera', 80],
  ['ci=31', 'TV', 70],
  ['ci=26', 'Speaker', 70],
])

/** Server names of SSDP announcements. Source: the makers' documentation, UPnP Device Architecture 2.0 §1.2.2 for the format. */
const SSDP = rules('ssdp', [
  ['*roku*', 'Media player/Roku', 85],
  ['*sonos*', 'Speaker/Sonos', 95],
  ['*synology*', 'NAS/Synology', 90],
  ['*qnap*', 'NAS/QNAP', 90],
  ['*webos*', 'TV/LG', 85],
  ['*samsung*', 'TV/Samsung', 50],
  ['*bravia*', 'TV/Sony', 90],
  ['*ipbridge*', 'Smart home/Philips Hue', 85, 'Hue Bridge'],
  ['*xbox*', 'Game console/Microsoft', 90, 'Xbox'],
  ['*fritz!box*', 'Network/AVM', 90],
  ['*plex*', 'NAS', 30],
])

/** Default host names. Sources: the settings pages and support pages of the makers; AOSP `net.hostname`; Windows setup. */
const HOSTNAMES = rules('hostname', [
  ['*iphone*', 'Phone/Apple', 85, 'iPhone'],
  ['*ipad*', 'Tablet/Apple', 85, 'iPad'],
  ['*macbook*', 'Laptop/Apple', 85, 'MacBook'],
  ['*imac*', 'Computer/Apple', 80, 'iMac'],
  ['*mac-mini*', 'Computer/Apple', 80, 'Mac mini'],
  ['*apple-watch*', 'Watch/Apple', 85, 'Apple Watch'],
  ['*apple-tv*', 'Media player/Apple', 80, 'Apple TV'],
  ['*homepod*', 'Speaker/Apple', 80, 'HomePod'],
  ['android-*', 'Phone', 55],
  ['*galaxy-tab*', 'Tablet/Samsung', 80],
  ['galaxy-watch*', 'Watch/Samsung', 80],
  ['*galaxy-*', 'Phone/Samsung', 70],
  ['pixel-tablet*', 'Tablet/Google', 80],
  ['*pixel-*', 'Phone/Google', 70],
  ['*oneplus*', 'Phone/OnePlus', 70],
  ['redmi-*', 'Phone/Xiaomi', 75],
  ['fairphone*', 'Phone/Fairphone', 80],
  ['desktop-*', 'Computer', 65],
  // Names that Windows gives to laptops; other facts only show that it is a computer.
  ['laptop-*', 'Laptop', 100],
  ['*thinkpad*', 'Laptop/Lenovo', 100],
  ['*chromebook*', 'Laptop', 75],
  ['raspberrypi*', 'Computer/Raspberry Pi', 70],
  ['homeassistant*', 'Computer/Home Assistant', 70],
  ['brn*', 'Printer/Brother', 70],
  ['brw*', 'Printer/Brother', 70],
  ['epson*', 'Printer/Epson', 75],
  ['canon*', 'Printer/Canon', 60],
  ['npi*', 'Printer/HP', 60],
  ['kyocera*', 'Printer/Kyocera', 70],
  ['chromecast*', 'Media player/Google', 85],
  ['google-home*', 'Speaker/Google', 85],
  ['google-nest*', 'Speaker/Google', 70],
  ['roku*', 'Media player/Roku', 80],
  ['amazon-*', '/Amazon', 40],
  ['kindle*', 'E-reader/Amazon', 80],
  ['lgwebostv*', 'TV/LG', 90],
  ['samsung-tv*', 'TV/Samsung', 85],
  ['*bravia*', 'TV/Sony', 85],
  ['*sonos*', 'Speaker/Sonos', 80],
  ['ps3*', 'Game console/Sony', 65, 'PlayStation 3'],
  ['ps4*', 'Game console/Sony', 75, 'PlayStation 4'],
  ['ps5*', 'Game console/Sony', 75, 'PlayStation 5'],
  ['*xbox*', 'Game console/Microsoft', 80, 'Xbox'],
  ['nintendo*', 'Game console/Nintendo', 80],
  ['steamdeck*', 'Game console/Valve', 85, 'Steam Deck'],
  ['diskstation*', 'NAS/Synology', 85],
  ['*synology*', 'NAS/Synology', 75],
  ['qnap*', 'NAS/QNAP', 75],
  ['truenas*', 'NAS', 80],
  ['nas-*', 'NAS', 50],
  ['esp-*', 'Smart home/Espressif', 70],
  ['esp32*', 'Smart home/Espressif', 70],
  ['shelly*', 'Smart home/Shelly', 85],
  ['tasmota*', 'Smart home/Tasmota', 85],
  ['wled*', 'Smart home/WLED', 85],
  ['wiz-*', 'Smart home/WiZ', 80],
  ['*roomba*', 'Smart home/iRobot', 80],
  ['roborock*', 'Smart home/Roborock', 80],
  ['philips-hue*', 'Smart home/Philips Hue', 85],
  ['ring-*', 'Camera/Ring', 65],
  ['reolink*', 'Camera/Reolink', 80],
  ['ipcam*', 'Camera', 75],
  ['*camera*', 'Camera', 60],
  ['*doorbell*', 'Camera', 65],
  ['fritz-box*', 'Network/AVM', 75],
])

/**
 * DHCP vendor classes. Sources: AOSP `DhcpClient.java`; Microsoft [MS-DHCPE] §2.2.4; busybox `udhcpc`; dhcpcd; the administration guides of
 * Axis, Cisco and HP JetDirect.
 */
const VENDOR_CLASSES = rules('vendor_class', [
  ['android-dhcp-*', 'Phone', 45],
  ['msft 5.0*', 'Computer', 60],
  ['msft 98*', 'Computer', 60],
  ['*xbox*', 'Game console/Microsoft', 80, 'Xbox'],
  ['hewlett-packard jetdirect*', 'Printer/HP', 85],
  ['axis,*camera*', 'Camera/Axis', 95],
  ['cisco systems, inc. ip phone*', 'Phone/Cisco', 90, 'IP phone'],
  ['ubnt*', 'Network/Ubiquiti', 70],
])

/** Lists of requested options. Sources: AOSP `DhcpClient.java`; `IPConfiguration` of Apple's bootp; captures of Windows 10 and 11. */
const PARAMETERS = rules('dhcp_params', [
  ['1,121,3,6,15,108,114,119,252', 'Phone/Apple', 40],
  ['1,121,3,6,15,114,119,252', 'Phone/Apple', 40],
  ['1,121,3,6,15,119,252', 'Phone/Apple', 40],
  ['1,121,3,6,15,108,114,119,162,252', 'Phone/Apple', 40],
  ['1,121,3,6,15,108,114,119,252,95,44,46', 'Computer/Apple', 50],
  ['1,121,3,6,15,114,119,252,95,44,46', 'Computer/Apple', 50],
  ['1,121,3,6,15,119,252,95,44,46', 'Computer/Apple', 50],
  ['1,3,6,15,26,28,51,58,59,43*', 'Phone', 30],
  ['1,3,6,15,31,33,43,44,46,47,119,121,249,252', 'Computer', 50],
  ['1,15,3,6,44,46,47,31,33,121,249,43*', 'Computer', 45],
])

/** Domains that one kind of device looks up. Sources: the makers' lists of domains and ports for firewalls. */
const DOMAINS = rules('dns', [
  ['roku.com', 'Media player/Roku', 55],
  ['sonos.com', 'Speaker/Sonos', 30],
  ['meethue.com', 'Smart home/Philips Hue', 40],
  ['tuyaeu.com', 'Smart home/Tuya', 60],
  ['tuyaus.com', 'Smart home/Tuya', 60],
  ['tuyacn.com', 'Smart home/Tuya', 60],
  ['shelly.cloud', 'Smart home/Shelly', 50],
  ['ecobee.com', 'Smart home/ecobee', 40],
  ['samsungcloudsolution.com', 'TV/Samsung', 70],
  ['samsungcloudsolution.net', 'TV/Samsung', 70],
  ['lgtvsdp.com', 'TV/LG', 75],
  ['lgsmartad.com', 'TV/LG', 70],
  ['playstation.net', 'Game console/Sony', 50],
  ['nintendo.net', 'Game console/Nintendo', 60],
  ['xboxlive.com', 'Game console/Microsoft', 25],
  ['wyzecam.com', 'Camera/Wyze', 50],
  ['reolink.com', 'Camera/Reolink', 40],
  ['ring.com', 'Camera/Ring', 30],
  ['synology.com', 'NAS/Synology', 35],
  ['msftconnecttest.com', 'Computer', 40],
  ['connectivitycheck.gstatic.com', 'Phone', 20],
  ['captive.apple.com', '/Apple', 30],
])

/** Vendors of MAC addresses that make one kind of device. Source: the registry of the IEEE, as in the lookup data. */
const VENDORS = rules('mac_vendor', [
  ['sonos*', 'Speaker/Sonos', 90],
  ['bose *', 'Speaker/Bose', 75],
  ['roku*', 'Media player/Roku', 85],
  ['nintendo*', 'Game console/Nintendo', 90],
  ['sony interactive*', 'Game console/Sony', 85],
  ['sony computer entertainment*', 'Game console/Sony', 85],
  ['valve*', 'Game console/Valve', 60],
  ['synology*', 'NAS/Synology', 85],
  ['qnap*', 'NAS/QNAP', 85],
  ['espressif*', 'Smart home/Espressif', 60],
  ['tuya*', 'Smart home/Tuya', 75],
  ['shelly*', 'Smart home/Shelly', 85],
  ['allterco*', 'Smart home/Shelly', 85],
  ['signify*', 'Smart home/Philips Hue', 75],
  ['philips lighting*', 'Smart home/Philips Hue', 75],
  ['ikea*', 'Smart home/IKEA', 75],
  ['irobot*', 'Smart home/iRobot', 85],
  ['roborock*', 'Smart home/Roborock', 85],
  ['ecobee*', 'Smart home/ecobee', 85],
  ['nest labs*', 'Smart home/Google', 70],
  ['netatmo*', 'Smart home/Netatmo', 75],
  ['*hikvision*', 'Camera/Hikvision', 80],
  ['*dahua*', 'Camera/Dahua', 80],
  ['axis communications*', 'Camera/Axis', 80],
  ['reolink*', 'Camera/Reolink', 80],
  ['ring llc*', 'Camera/Ring', 80],
  ['arlo*', 'Camera/Arlo', 80],
  ['wyze*', 'Camera/Wyze', 65],
  ['brother*', 'Printer/Brother', 70],
  ['canon*', 'Printer/Canon', 55],
  ['seiko epson*', 'Printer/Epson', 70],
  ['kyocera*', 'Printer/Kyocera', 70],
  ['lexmark*', 'Printer/Lexmark', 80],
  ['xerox*', 'Printer/Xerox', 70],
  ['vizio*', 'TV/Vizio', 80],
  ['tcl *', 'TV/TCL', 40],
  ['raspberry pi*', 'Computer/Raspberry Pi', 60],
  ['ubiquiti*', 'Network/Ubiquiti', 55],
  ['avm *', 'Network/AVM', 60],
  ['dell*', 'Computer/Dell', 45],
  ['intel corporate*', 'Computer', 30],
  ['micro-star*', 'Computer/MSI', 45],
  ['apple*', '/Apple', 40],
  ['google*', '/Google', 40],
  ['amazon*', '/Amazon', 40],
  ['samsung electronics*', '/Samsung', 40],
])

/** The built-in rules. Written for this project from the named sources. */
export const BUILTIN: readonly Fingerprint[] = [
  ...SERVICES,
  ...TEXTS,
  ...SSDP,
  ...HOSTNAMES,
  ...VENDOR_CLASSES,
  ...PARAMETERS,
  ...DOMAINS,
  ...VENDORS,
]

/**
 * How many rules present clients list: they draw all of them together, which freezes their page for twenty seconds with all, and is not
 * noticed with so many.
 */
const MOST_LISTED = 48
const heaviest = new Set([...BUILTIN].sort((a, b) => b.Weight - a.Weight).slice(0, MOST_LISTED))
/** The rules with the most weight. */
export const LISTED: readonly Fingerprint[] = BUILTIN.filter((rule) => heaviest.has(rule))
const OTHERS: readonly Fingerprint[] = BUILTIN.filter((rule) => !heaviest.has(rule))

/** The built-in rules that apply: the listed ones or those of the owner in their place, and the others. */
export const builtinRules = (replaced: readonly Fingerprint[] | null): readonly Fingerprint[] =>
  replaced ? [...replaced, ...OTHERS] : BUILTIN
