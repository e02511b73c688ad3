"""What is told and asked by MQTT: the contract's document, publications, commands on their way in."""
