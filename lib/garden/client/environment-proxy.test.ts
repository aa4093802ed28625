import { expect, test } from 'vitest'
import { environmentProxy } from './environment-proxy.ts'

const HTTPS_PROXY = 'http://proxy.example.com:3128'
const API = 'https://api.garden.example.com:6443'

test.each<[server: string, environment: Record<string, string>, proxy: string | null]>([
  [API, {}, null],
  [API, { HTTP_PROXY: HTTPS_PROXY }, null],
  [API, { HTTPS_PROXY }, HTTPS_PROXY],
  [API, { https_proxy: HTTPS_PROXY }, HTTPS_PROXY],
  [API, { HTTPS_PROXY: 'proxy.example.com:3128' }, HTTPS_PROXY],
  [API, { HTTPS_PROXY: '', https_proxy: HTTPS_PROXY }, HTTPS_PROXY],
  ['http://api.garden.example.com', { HTTP_PROXY: HTTPS_PROXY }, HTTPS_PROXY],
  ['https://localhost:6443', { HTTPS_PROXY }, null],
  ['https://127.0.0.9:6443', { HTTPS_PROXY }, null],
  ['https://[::1]:6443', { HTTPS_PROXY }, null],
])('%s with %j', (server, environment, proxy) => {
  expect(environmentProxy(new URL(server), environment)).toBe(proxy)
})

test.each<[server: string, exceptions: string, isDirect: boolean]>([
  [API, '*', true],
  [API, '', false],
  [API, 'garden.example.com', true],
  [API, '.example.com', true],
  [API, '*.example.com', true],
  [API, 'api.garden.example.com', true],
  [API, '.api.garden.example.com', false],
  [API, 'den.example.com', false],
  [API, 'example.org, GARDEN.example.com', true],
  [API, 'garden.example.com:6443', true],
  [API, 'garden.example.com:443', false],
  ['https://api.example.com', 'api.example.com:443', true],
  ['https://10.1.2.3:6443', '10.0.0.0/8', true],
  ['https://11.1.2.3:6443', '10.0.0.0/8', false],
  ['https://10.1.2.3:6443', '10.1.2.3', true],
  ['https://10.1.2.3:6443', '10.1.2.3:443', false],
  ['https://10.1.2.3:6443', '10.1.2.3/99', false],
  ['https://[fd00::5]:6443', 'fd00::/8', true],
  ['https://[fd00::5]:6443', 'fd00::5', true],
  ['https://[fd00::5]:6443', '[fd00::5]:6443', true],
])('%s with NO_PROXY=%s', (server, NO_PROXY, isDirect) => {
  expect(environmentProxy(new URL(server), { HTTPS_PROXY, NO_PROXY })).toBe(isDirect ? null : HTTPS_PROXY)
})
