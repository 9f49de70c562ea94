import assert from 'node:assert/strict'
import { test } from 'node:test'
import { render } from './render.ts'

const camera = { name: 'camera', mac: '02:00:00:00:00:01', ip: '192.168.2.6' }
const names = { deviceOf: (value: string) => (Object.values(camera).includes(value) ? camera : undefined) }
const sizes = { Sent: 1_844_000_000, Few: 999, None: 0 }
const event = {
  IP: { SrcIP: '192.168.2.6', DstIP: '10.77.0.1' },
  ip: '192.168.2.6:51544',
  Count: 5,
  List: ['a', 'b'],
  ...sizes,
}

test('a template shows fields of the event, and the device that has an address', () => {
  const shows = (template: string, text: string) => assert.equal(render(template, event, names), text, template)
  shows('{{IP.SrcIP#Device}} to {{IP.DstIP#Device}}', 'camera to 10.77.0.1')
  shows('{{IP.SrcIP#DeviceName}} {{IP.SrcIP#DeviceMAC}} {{IP.SrcIP#DeviceIP}}', 'camera 02:00:00:00:00:01 192.168.2.6')
  shows('{{ip}} {{ip#Device}}', '192.168.2.6:51544 camera')
  shows('{{Count}} {{List}} {{IP}}', '5 a, b {"SrcIP":"192.168.2.6","DstIP":"10.77.0.1"}')
  shows('[{{Absent}}{{IP.Absent}}{{__proto__}}{{constructor.name}}]', '[]')
  shows('{{ {{Count}}', '{{ 5')
  shows('{{Sent#Bytes}}, {{Few#Bytes}}, {{None#Bytes}}, {{ip#Bytes}}', '1.84 GB, 999 bytes, 0 bytes, 192.168.2.6:51544')
})

test('neither a value nor a template begins an element, a header or another template', () => {
  const hostile = { Name: '<img src=x onerror=alert(1)>\r\nBcc: all@example.com\u202e{{Count}}', Count: 7 }
  const text = render('<b>{{Name}}</b>\nX: y', hostile, names)
  assert.equal(text, '‹b›‹img src=x onerror=alert(1)› Bcc: all@example.com {{Count}}‹/b› X: y')
  assert.equal(render('one\ntwo {{Name}}', { Name: 'a\nb' }, names, 'body'), 'one\ntwo a b')
})

test('a rendered text has a maximum length', () => {
  const long = { Name: '😀'.repeat(100_000) }
  assert.ok(render('{{Name}}{{Name}}{{Name}}', long, names).length <= 200)
  assert.ok(render('{{Name}}'.repeat(500), long, names, 'body').length <= 2000)
})
