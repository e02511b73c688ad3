// What the scripts use of `shared/vendor/mqtt.js` (mqtt.js).

export interface Client {
  on(event: "connect" | "close", listener: () => void): void;
  on(event: "error", listener: (error: Error & { code?: number }) => void): void;
  on(event: "message", listener: (topic: string, payload: Uint8Array) => void): void;
  subscribe(topics: string | string[]): void;
  publish(topic: string, payload: string, options: { qos: 0 | 1 | 2 }): void;
  end(force: boolean): void;
}
interface Options {
  clientId: string;
  username: string;
  password: string;
  clean: boolean;
  keepalive: number;
  connectTimeout: number;
  reconnectPeriod: number;
  resubscribe: boolean;
  queueQoSZero: boolean;
}
declare const mqtt: { connect(address: string, options: Options): Client };
export default mqtt;
