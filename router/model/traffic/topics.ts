import { count, fields, text, topic } from '../topic.ts'

/** Traffic of devices and groups. */
export const trafficTopics = {
  'traffic:surge': topic(
    'A device has sent more than 100 MB to the internet within ten minutes, and three times as much as in any ten minutes before.',
    fields({
      MAC: text('MAC address of the device'),
      Name: text('Name of the device'),
      IP: text('Its address'),
      Bytes: count('Bytes sent'),
      Usual: count('The most that it sent in such a period before'),
      Seconds: count('Length of the period'),
    }),
  ),
  'traffic:limit': topic(
    'A device or group has used 80 percent of its monthly traffic limit, or all of it. Once a month each.',
    fields({
      MAC: text('MAC address or WireGuard key of the device; empty for a group'),
      Group: text('Name of the group; empty for a device'),
      Name: text('Name of the device or group'),
      Percent: count('The share of the limit that was reached, in percent: 80 or 100'),
      Bytes: count('The limit'),
      Used: count('Bytes of this month, received from the internet and sent there'),
      Since: text('When the month began, in RFC 3339'),
    }),
  ),
}
