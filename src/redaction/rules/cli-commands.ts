/** Commands that take a password by a flag or a position that does not say so, and how (RED-4). */

export interface Command {
  /** Separated by `|`. */
  readonly names: string;
  /** Source of an expression over the arguments; group 1 is the secret. */
  readonly flag: string;
  readonly belief?: Belief;
}

/** What is believed to be a secret there: any word, one with more than letters, or only a generated value. */
export type Belief = 'any' | 'mixed' | 'generated';

const QUOTE = `["']?`;
const VALUE = `([^\\s"'\`;|]{4,200})`;

export const COMMANDS: readonly Command[] = [
  {
    names:
      'mysql|mysqldump|mysqladmin|mysqlimport|mysqlshow|mysqlsh|mysqlpump|mariadb|mariadb-dump|mycli|7z|7za|7zr|rar|unrar|xtrabackup',
    flag: `-p${QUOTE}(?![-\\s])${VALUE}`,
  },
  { names: 'sshpass', flag: `-p(?:[ \t]{1,4}|=)?${QUOTE}${VALUE}` },
  {
    names:
      'mongo|mongosh|mongodump|mongorestore|mongoexport|mongoimport|rdesktop|psexec|evil-winrm|crackmapexec|netexec|twine|rabbitmqadmin|cqlsh|isql|ncftp|ncftpput|ncftpget|winexe|cypher-shell|influx|snowsql',
    flag: `-p(?:[ \t]{1,4}|=)${QUOTE}${VALUE}`,
  },
  {
    names: 'docker|podman|buildah|skopeo|nerdctl|helm|oras|az|cf|oc|ibmcloud',
    flag: `login[ \t][^\n]{0,200}?-p(?:[ \t]{1,4}|=)${QUOTE}${VALUE}`,
  },
  {
    names: 'sqlcmd|bcp|tsql|zip|unzip|zipcloak|mosquitto_pub|mosquitto_sub|ipmitool|wpa_cli|7z|fsql|osql|tabcmd|db2',
    flag: `-P(?:[ \\t]{1,4}|=)?${QUOTE}(?![-\\s])${VALUE}`,
  },
  {
    names: 'redis-cli|keydb-cli|valkey-cli|http|https|xh|nats|snmpwalk|snmpget',
    flag: `-a(?:[ \\t]{1,4}|=)${QUOTE}(?:[^\\s:"']{1,64}:)?${VALUE}`,
  },
  {
    names: 'ldapsearch|ldapadd|ldapmodify|ldapdelete|ldapwhoami|ldappasswd|security|vncviewer|expect|winexe',
    flag: `-w(?:[ \\t]{1,4}|=)${QUOTE}${VALUE}`,
  },
  { names: 'snmpwalk|snmpget|snmpset|snmpbulkwalk', flag: `-[AX](?:[ \\t]{1,4}|=)${QUOTE}${VALUE}` },
  { names: 'openssl|nuget|dotnet|gem|choco', flag: `-[kK](?:[ \\t]{1,4}|=)${QUOTE}${VALUE}`, belief: 'mixed' },
  {
    names: 'curl|http|https|xh|hurl|curlie|oha|hey',
    flag: `(?:-u|-U|-a|--user|--proxy-user|--auth|--basic)(?:[ \\t]{1,4}|=)?${QUOTE}[^\\s:"'/]{1,80}:${VALUE}`,
  },
  { names: 'ab', flag: `-[AP][ \\t]{0,4}${QUOTE}[^\\s:"'/]{1,80}:${VALUE}` },
  {
    names: 'smbclient|smbget|rpcclient|net|winexe|wmic|mount',
    flag: `(?:-U|--user|-o)(?:[ \\t]{1,4}|=)${QUOTE}[^\\s%"']{1,80}%${VALUE}`,
  },
  { names: 'lftp|sftp', flag: `-u[ \\t]{1,4}${QUOTE}[^\\s,"']{1,80},${VALUE}` },
  {
    names: 'xfreerdp|xfreerdp3|wfreerdp|mstsc|cmdkey|runas|wmic|schtasks|net',
    flag: `/(?:p|pass|password):${QUOTE}${VALUE}`,
  },
  {
    names: 'htpasswd',
    flag: `-\\w{0,6}b\\w{0,6}[ \\t]{1,4}(?:\\S{1,120}[ \\t]{1,4}){1,2}${QUOTE}${VALUE}${QUOTE}(?=[ \\t]*(?:$|[|>;&]))`,
  },
  {
    names:
      'vault|cargo|ngrok|heroku|wrangler|flyctl|fly|doppler|infisical|railway|vercel|netlify|gh|glab|huggingface-cli|hf|wandb|snyk|sentry-cli|circleci|buildkite-agent|databricks|pulumi|npm|yarn|pnpm|tailscale|cloudflared|rclone',
    flag: `(?:login|authtoken|add-authtoken)[ \\t]{1,4}${QUOTE}([A-Za-z0-9._~+/=-]{16,300})`,
    belief: 'generated',
  },
  { names: 'rabbitmqctl', flag: `(?:add_user|change_password)[ \\t]{1,4}\\S{1,80}[ \\t]{1,4}${QUOTE}${VALUE}` },
  { names: 'wpa_passphrase', flag: `\\S{1,60}[ \\t]{1,4}${QUOTE}${VALUE}` },
  { names: 'mysqladmin', flag: `password[ \\t]{1,4}${QUOTE}${VALUE}` },
  {
    names: 'mc',
    flag: `(?:alias[ \\t]{1,4}set|config[ \\t]{1,4}host[ \\t]{1,4}add)[ \\t]{1,4}\\S{1,60}[ \\t]{1,4}\\S{1,120}[ \\t]{1,4}\\S{1,80}[ \\t]{1,4}${QUOTE}${VALUE}`,
  },
  {
    names: 'net',
    flag: `use[ \\t]{1,4}(?:[A-Za-z*]:?[ \\t]{1,4})?\\\\\\\\\\S{1,160}[ \\t]{1,4}(?:/user:\\S{1,80}[ \\t]{1,4})?${QUOTE}(?!/)${VALUE}`,
  },
  { names: 'net', flag: `user[ \\t]{1,4}[\\w.-]{1,40}[ \\t]{1,4}${QUOTE}(?!/)${VALUE}${QUOTE}[ \\t]{1,4}/` },
  { names: 'nmcli', flag: `(?:password|[\\w.-]{1,40}\\.psk)[ \\t]{1,4}${QUOTE}${VALUE}` },
  { names: 'openssl', flag: `-pass(?:in|out|phrase)?(?:[ \\t]{1,4}|=)${QUOTE}pass:${VALUE}` },
  {
    names: 'redis-cli|keydb-cli|valkey-cli',
    flag: `(?:auth|AUTH)[ \\t]{1,4}(?:[\\w.-]{1,40}[ \\t]{1,4})?${QUOTE}${VALUE}${QUOTE}[ \\t]*$`,
  },
];
