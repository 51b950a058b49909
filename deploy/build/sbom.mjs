// Bill of materials (CycloneDX) of Node and the packages installed in this folder. Two builds of the same
// commit give the same bytes: node deploy/build/sbom.mjs > sbom.cdx.json
import { readFileSync } from 'node:fs';

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const { name, version } = read('package.json');
const { packages } = read('node_modules/.package-lock.json');

const components = Object.entries(packages)
  .map(([folder, { name: alias, version: packageVersion, integrity, license }]) => {
    const packageName = alias ?? folder.split('node_modules/').at(-1);
    const [algorithm, content] = integrity?.split('-') ?? [];
    return {
      type: 'library',
      name: packageName,
      version: packageVersion,
      purl: `pkg:npm/${packageName.replace('@', '%40')}@${packageVersion}`,
      ...(license && { licenses: [{ expression: license }] }),
      ...(content && {
        hashes: [
          {
            alg: algorithm.replace('sha', 'SHA-'),
            content: Buffer.from(content, 'base64').toString('hex'),
          },
        ],
      }),
    };
  })
  .sort((a, b) => (a.purl < b.purl ? -1 : 1));
const node = {
  type: 'platform',
  name: 'node',
  version: process.versions.node,
  purl: `pkg:generic/node@${process.versions.node}`,
};
const bill = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: { component: { type: 'application', name, version } },
  components: [node, ...components],
};
process.stdout.write(`${JSON.stringify(bill, null, 1)}\n`);
