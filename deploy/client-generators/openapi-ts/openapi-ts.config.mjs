export default {
  input: process.env.ENGAWA_CONTRACT,
  // Node's modules name files with their extension.
  output: { path: 'engawa', module: { extension: '.js' } },
};
