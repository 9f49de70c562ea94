import { z } from 'zod'
import { put } from '../../operation.ts'
import { CaptureWish } from './wish.ts'

export const capture = {
  capture: put('/capture', {
    audit: 'packets were captured',
    tag: 'general',
    access: 'code',
    right: 'capture',
    summary: 'Capture packets',
    description:
      'The answer is a pcap file for Wireshark or tcpdump, streamed while packets are captured; nothing is stored on ' +
      'the router. It ends after the requested seconds, packets or bytes, or when the caller disconnects. One capture ' +
      'runs at a time, and one for each plugin. Traffic between the caller, or the captured device, and the router’s API ' +
      'is left out. The API token of a plugin needs no one-time code if its owner has confirmed `/capture:rw` at its ' +
      'installation; it can capture one `Device` at a time, and no links. Needs tcpdump on the router ' +
      '(`apt-get install tcpdump`).',
    body: CaptureWish,
    reply: z.string().meta({ contentMediaType: 'application/vnd.tcpdump.pcap' }),
    errors: {
      429: 'Another capture is running',
      404: 'There is no such device',
      400: 'A field is invalid, the device is not connected, tcpdump is not installed, or it cannot capture on that link; the message says which',
    },
  }),
}
