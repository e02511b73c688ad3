"""What MQTT carries: the contract's document, publications, commands on their way in."""
