/** Certificates for one test. The openssl of this machine makes them in a folder that is deleted with the test. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Makes the authority `name`.crt. */
export function makeAuthority(folder: string, name: string): string {
  const files = ['-keyout', join(folder, `${name}.key`), '-out', join(folder, `${name}.crt`)];
  openssl('req', '-x509', ...newKey, '-days', '2', '-subj', `/CN=${name}`, ...files);
  return join(folder, `${name}.crt`);
}

/**
 * Makes a certificate, signed by the authority, for `names` (`DNS:localhost,IP:127.0.0.1`) or for the person `subject`.
 */
export function makeCertificate(folder: string, authority: string, subject: string, names: string) {
  const [key, request, certificate] = ['key', 'csr', 'crt'].map((end) => join(folder, `${subject}.${end}`));
  if (!key || !request || !certificate) throw new Error('no names');
  const extensions = join(folder, `${subject}.ext`);
  writeFileSync(extensions, `subjectAltName=${names}\n`);
  openssl('req', ...newKey, '-subj', `/CN=${subject}`, '-keyout', key, '-out', request);
  const signer = [
    '-CA',
    join(folder, `${authority}.crt`),
    '-CAkey',
    join(folder, `${authority}.key`),
    '-CAcreateserial',
  ];
  openssl('x509', '-req', '-in', request, ...signer, '-days', '2', '-extfile', extensions, '-out', certificate);
  return { key, certificate };
}

const newKey = ['-newkey', 'rsa:2048', '-nodes'];

function openssl(...args: string[]): void {
  execFileSync('openssl', args, { stdio: 'pipe' });
}
